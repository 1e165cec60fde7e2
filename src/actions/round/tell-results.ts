import { isKnownToAgent } from '#domain/disclosure'
import type { RoundOutcome } from '#domain/outcome'
import { figuresOf, resultSentences } from '#domain/result-words'
import type { Round } from '#domain/round'
import { mail, type Change, type Read } from '../kit/changes.ts'

/** What letters about a result must know besides: the names, and which agents are to be told for whom. */
export const lettersFor = async (read: Read, { id: roundId, marketId }: Round) => {
  const participations = await read.list('participation', { roundId })
  const organisations = await read.list('organisation', {
    id: [...new Set(participations.map(one => one.organisationId))],
  })
  return {
    market: (await read.one('market', marketId))?.name ?? '',
    names: new Map(organisations.map(({ id, name }) => [id, name])),
    authorities: await read.list('agentAuthority', { roundId, status: 'Approved' }),
  }
}

/** Tells every organisation that took part what the round means for it, and its agents for offers and bids the same. */
export const tellResults = (
  round: Round,
  outcome: RoundOutcome,
  tookPart: readonly string[],
  { market, names, authorities }: Awaited<ReturnType<typeof lettersFor>>,
): Change[] =>
  tookPart.flatMap(organisationId => {
    const figures = figuresOf(outcome, organisationId)
    const facts = {
      market,
      round: round.name,
      roundId: round.id,
      marketId: round.marketId,
      organisationId,
    }
    const name = names.get(organisationId) ?? organisationId
    return [
      mail('match-accepted', organisationId, {
        ...facts,
        result: resultSentences(figures, null).join(' '),
        client: '',
      }),
      ...authorities
        .filter(held => held.clientId === organisationId && isKnownToAgent(held.permissions))
        .map(({ agentId }) =>
          mail('match-accepted', agentId, {
            ...facts,
            result: resultSentences(figures, name).join(' '),
            client: name,
          }),
        ),
    ]
  })
