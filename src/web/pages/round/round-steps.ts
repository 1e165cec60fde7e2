import { showDay } from '#domain/dates'
import type { RoundView } from '#contract/round'
import { progressOf } from '../../parts/progress.ts'
import type { Step } from '../../parts/steps.tsx'

/**
 * The steps of a round, done and ahead, with the days on which they were last reached; a failed or rejected match
 * stands where it went wrong, and with settlement all is done.
 */
export const roundSteps = ({ status, history }: Pick<RoundView, 'status' | 'history'>): Step[] =>
  progressOf('round', status).map(step => {
    const reached = step.state === 'ahead' ? undefined : history.findLast(entry => entry.status === step.id)
    return {
      ...step,
      state: status === 'Settled' ? 'done' : step.state,
      detail: reached && showDay(reached.at),
    }
  })
