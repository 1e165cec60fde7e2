import { notify } from '../notices/tell.ts'
import { isAnnouncedTimeChanged, biddingTimesText, type BiddingTimes } from '#domain/round/bidding-times'
import type { Round } from '#domain/round/round'
import { addQuote, update, type Change, type Read } from '../kit/changes.ts'
import { newTimesPreviewText } from './messages.ts'

/** Recipients about times of a round: organisations that take part or may still do so, and their agents. */
export const readTimesRecipients = async (read: Read, { id: roundId }: Round) => {
  const participations = await read.list('participation', {
    roundId,
    status: ['Interested', 'Provisional', 'Registered'],
  })
  const authorities = await read.list('agentAuthority', { roundId, status: 'Approved' })
  return {
    organisations: [...new Set(participations.map(one => one.organisationId))],
    agents: [...new Set(authorities.map(one => one.agentId))],
  }
}
type Concerned = Awaited<ReturnType<typeof readTimesRecipients>>

/** Effects of setting these times, as sentences. */
export const previewTimes = (
  next: BiddingTimes,
  { organisations, agents }: Pick<Concerned, 'organisations' | 'agents'>,
): string[] => newTimesPreviewText(next, organisations.length, agents.length)

/** Sets the times of a round, and notifies everyone concerned, with the reason if the times had been announced before. */
export const announceTimes = (
  round: Round,
  next: BiddingTimes,
  reason: string | null,
  { organisations, agents }: Concerned,
): Change[] => {
  const isAnew = isAnnouncedTimeChanged(next, round)
  const facts = {
    times: biddingTimesText(next),
    before: isAnew ? biddingTimesText(round) : '',
    reason: reason ?? '',
  }
  return [
    update('round', round, { bidsOpen: next.bidsOpen, bidsClose: next.bidsClose }),
    ...[...new Set([...organisations, ...agents])].map(organisationId =>
      notify('bidding-times', 'round', round, { organisationId }, facts),
    ),
    ...(reason === null ? [] : [addQuote('round', round, reason)]),
  ]
}
