import { mayAgentReadFigures } from '#domain/disclosure/disclosure'
import type { RoundOutcome } from '#domain/match/outcome'
import {
  depositSentences,
  gapSentences,
  organisationResultFigures,
  partySentences,
  resultSentences,
} from '#domain/match/result-words'
import type { Round } from '#domain/round/round'
import { resultPageAddress } from '#contract/round/result'
import { type Change, type Read } from '../../kit/changes.ts'
import { notify } from '../../notices/tell.ts'

/** Data for notifications about a result: names, and the agents of each owner. */
export const readResultRecipients = async (read: Read, { id: roundId }: Round) => {
  const participations = await read.list('participation', { roundId })
  const organisations = await read.list('organisation', {
    id: [...new Set(participations.map(one => one.organisationId))],
  })
  return {
    names: new Map(organisations.map(({ id, name }) => [id, name])),
    authorities: await read.list('agentAuthority', { roundId, status: 'Approved' }),
  }
}

/** Notifies every organisation of its result in the round, and its agents for offers and bids. */
export const notifyResults = (
  round: Round,
  outcome: RoundOutcome,
  tookPart: readonly string[],
  { names, authorities }: Awaited<ReturnType<typeof readResultRecipients>>,
): Change[] =>
  tookPart.flatMap(organisationId => {
    const figures = organisationResultFigures(outcome, organisationId)
    const name = names.get(organisationId) ?? organisationId
    const textFor = (called: string | null): string =>
      [
        ...resultSentences(figures, called),
        ...depositSentences(outcome, organisationId),
        ...partySentences(outcome, organisationId, called),
        ...gapSentences(outcome),
      ].join(' ')
    return [
      notify(
        'match-accepted',
        'round',
        round,
        { organisationId },
        {
          result: textFor(null),
          roundId: round.id,
          page: resultPageAddress(round.id),
        },
      ),
      ...authorities
        .filter(held => held.clientId === organisationId && mayAgentReadFigures(held.permissions))
        .map(({ agentId }) =>
          notify(
            'match-accepted',
            'round',
            round,
            { organisationId: agentId, forClientId: organisationId },
            {
              result: textFor(name),
              client: name,
              roundId: round.id,
              page: resultPageAddress(round.id, organisationId),
            },
          ),
        ),
    ]
  })
