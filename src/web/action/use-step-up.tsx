import { useState } from 'react'
import type { AccessRequirement } from '#contract/people/account'
import { StepUp } from './step-up.tsx'
import { isApiProblem, messageOf } from '../api/api-problem.ts'
import { toast } from '../parts/page/toasts.ts'

/**
 * Runs a request that may need a recently confirmed second factor: if it is refused for that reason, asks for
 * it and runs the request again.
 */
export const useStepUp = () => {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setAgain(null)
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement))
        setAgain(() => () => void run(work))
      else toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { run, isBusy, asking: again && <StepUp onGiven={again} onCancel={() => setAgain(null)} /> }
}
