import type { FirstStep } from '#contract/home'
import { addressOf } from '#contract/nouns'
import type { Round } from '#domain/round'
import type { ViewContext } from './context.ts'

/**
 * How the operator of a market that has just been set up begins: a market, a round in it, registration, and the people who
 * take part. Nothing once all of it is done.
 */
export const firstSteps = async (
  rounds: readonly Round[],
  { db }: Pick<ViewContext, 'db'>,
): Promise<FirstStep[]> => {
  const isOpen = rounds.some(({ status }) => status !== 'Draft')
  const participant = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'PARTICIPANT')
    .limit(1)
    .executeTakeFirst()
  if (isOpen && participant) return []
  const market = await db
    .selectFrom('market')
    .select('id')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [round] = rounds
  const hasDates = round !== undefined && round.suppliersStart !== null && round.projectsStart !== null
  return [
    {
      text: 'Create a market',
      detail:
        'A market is what is traded and where, such as nutrients in the Solent. Its rounds belong to it.',
      link: '/markets?subject=markets',
      action: 'CreateMarket',
      on: { kind: 'markets', id: null },
      done: market !== undefined,
    },
    {
      text: 'Create a market round',
      detail: 'A round is one run of the market: its credit types, its area, and who may bid.',
      ...(market
        ? { link: addressOf('market', { id: market.id }), on: { kind: 'market' as const, id: market.id } }
        : {
            link: '/markets',
            on: { kind: 'markets' as const, id: null },
            missing: 'A market is needed first',
          }),
      action: 'CreateRound',
      done: round !== undefined,
    },
    {
      text: hasDates ? 'Open registration' : 'Set the registration dates, then open registration',
      detail: 'From then on suppliers and buyers find the round, and register in its windows.',
      ...(round
        ? {
            link: addressOf('round', { marketId: round.marketId, id: round.id }),
            on: { kind: 'round' as const, id: round.id },
          }
        : {
            link: '/markets',
            on: { kind: 'markets' as const, id: null },
            missing: 'A market round is needed first',
          }),
      action: hasDates ? 'Open' : 'SetRegistrationDates',
      done: isOpen,
    },
    {
      text: 'Add those who take part, and invite their people',
      detail:
        'Each supplier, buyer or investor is an organisation; on its page you invite who signs in for it.',
      link: '/participants?subject=organisations',
      action: 'CreateOrganisation',
      on: { kind: 'organisations', id: null },
      done: participant !== undefined,
    },
  ]
}
