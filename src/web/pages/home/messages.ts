import { MAX_OVERDUE_STEPS } from '#contract/kit/step-clock'
import { overdueCountText } from '../../parts/messages.ts'

/** Number of overdue steps, which are counted up to a limit. */
export const cappedOverdueText = (count: number): string =>
  count === MAX_OVERDUE_STEPS ? `${MAX_OVERDUE_STEPS} or more steps are overdue` : overdueCountText(count)

export const NOTHING_TO_DO_TEXT = 'You have nothing to do.'

export const NOTHING_TO_DO_YET_TEXT =
  'You have nothing to do. We will tell you when there is something to do.'

export const PROCEEDS_SUMMARY = 'What the money you receive is for'
