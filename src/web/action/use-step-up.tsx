import { useState } from 'react'
import type { AccessRequirement } from '#contract/account'
import { StepUp } from './step-up.tsx'
import { isApiProblem, messageOf } from '../api-problem.ts'
import { toast } from '../parts/toasts.ts'

/** Does what may need a second factor given just now: where it was refused for want of one, it is asked for, and it is done again. */
export const useStepUp = () => {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setAgain(null)
    try {
      await work()
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement))
        setAgain(() => () => void run(work))
      else toast('error', messageOf(error))
    }
  }
  return { run, asking: again && <StepUp onGiven={again} onCancel={() => setAgain(null)} /> }
}
