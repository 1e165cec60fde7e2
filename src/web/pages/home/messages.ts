import { MAX_OVERDUE_STEPS } from '#contract/kit/step-clock'
import { englishListFormat } from '@credit-market/values/formats'
import { overdueCountText } from '../../parts/messages.ts'

/** Number of overdue steps, which are counted up to a limit. */
export const cappedOverdueText = (count: number): string =>
  count === MAX_OVERDUE_STEPS ? `${MAX_OVERDUE_STEPS} or more steps are overdue` : overdueCountText(count)

export const NOTHING_TO_DO_TEXT = 'You have nothing to do.'

export const NOTHING_TO_DO_YET_TEXT =
  'You have nothing to do. We will tell you when there is something to do.'

export const PROCEEDS_SUMMARY = 'What the money you receive is for'

export const clientCountText = (count: number): string => (count === 1 ? '1 client' : `${count} clients`)

const list = englishListFormat()

/** Says how an agent can come to join open rounds in which no client has given it an authority. */
export const authorityNeededText = (rounds: readonly string[]): string =>
  `To join ${list.format(rounds)} for a client, you need the client’s authority for the round. A client gives it on its own page, with Provide agent authority in the menu Actions. For a client who is not in the market yet, use Add participant client.`
