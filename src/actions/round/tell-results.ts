import { isKnownToAgent } from '#domain/disclosure'
import type { RoundOutcome } from '#domain/outcome'
import { figuresOf, resultSentences } from '#domain/result-words'
import type { Round } from '#domain/round'
import { resultAddress } from '#contract/result'
import { type Change, type Read } from '../kit/changes.ts'
import { tell } from '../notices/tell.ts'

/** What letters about a result must know besides: the names, and which agents are to be told for whom. */
export const lettersFor = async (read: Read, { id: roundId }: Round) => {
  const participations = await read.list('participation', { roundId })
  const organisations = await read.list('organisation', {
    id: [...new Set(participations.map(one => one.organisationId))],
  })
  return {
    names: new Map(organisations.map(({ id, name }) => [id, name])),
    authorities: await read.list('agentAuthority', { roundId, status: 'Approved' }),
  }
}

/** Tells every organisation that took part what the round means for it, and its agents for offers and bids the same. */
export const tellResults = (
  round: Round,
  outcome: RoundOutcome,
  tookPart: readonly string[],
  { names, authorities }: Awaited<ReturnType<typeof lettersFor>>,
): Change[] =>
  tookPart.flatMap(organisationId => {
    const figures = figuresOf(outcome, organisationId)
    const name = names.get(organisationId) ?? organisationId
    return [
      tell(
        'match-accepted',
        'round',
        round,
        { organisationId },
        {
          result: resultSentences(figures, null).join(' '),
          roundId: round.id,
          page: resultAddress(round.id),
        },
      ),
      ...authorities
        .filter(held => held.clientId === organisationId && isKnownToAgent(held.permissions))
        .map(({ agentId }) =>
          tell(
            'match-accepted',
            'round',
            round,
            { organisationId: agentId, forClientId: organisationId },
            {
              result: resultSentences(figures, name).join(' '),
              client: name,
              roundId: round.id,
              page: resultAddress(round.id, organisationId),
            },
          ),
        ),
    ]
  })
