import { tell } from '../notices/tell.ts'
import { isMoved, timesInWords, type BiddingTimes } from '#domain/bidding-times'
import type { Round } from '#domain/round'
import { quote, update, type Change, type Read } from '../kit/changes.ts'

/** Whom the times of a round concern: the organisations that take part or may yet, and their agents. */
export const concernedBy = async (read: Read, { id: roundId }: Round) => {
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
type Concerned = Awaited<ReturnType<typeof concernedBy>>

const counted = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/** What setting these times would do, in sentences. */
export const timesForeseen = (
  next: BiddingTimes,
  { organisations, agents }: Pick<Concerned, 'organisations' | 'agents'>,
): string[] => [
  `${timesInWords(next)}, by the clock of the market`,
  organisations.length + agents.length === 0
    ? 'Nobody takes part yet, so no letter is written'
    : `A letter goes to ${[
        counted(organisations.length, 'organisation'),
        ...(agents.length > 0 ? [counted(agents.length, 'agency').replace('agencys', 'agencies')] : []),
      ].join(' and ')}`,
]

/** New times of a round: they stand in it, and everybody concerned is told, with the reason where they had been announced before. */
export const setTimes = (
  round: Round,
  next: BiddingTimes,
  reason: string | null,
  { organisations, agents }: Concerned,
): Change[] => {
  const isAnew = isMoved(next, round)
  const facts = {
    times: timesInWords(next),
    before: isAnew ? timesInWords(round) : '',
    reason: reason ?? '',
  }
  return [
    update('round', round, { bidsOpen: next.bidsOpen, bidsClose: next.bidsClose }),
    ...[...new Set([...organisations, ...agents])].map(organisationId =>
      tell('bidding-times', 'round', round, { organisationId }, facts),
    ),
    ...(reason === null ? [] : [quote('round', round, reason)]),
  ]
}
