import type { SetupStep } from '#contract/desk/home'
import { pageAddress } from '#contract/nouns/nouns'
import type { Round } from '#domain/round/round'
import type { ViewContext } from '../views/kit/context.ts'

/**
 * First steps of the operator of a new market: a market, a round, registration, and participants. Empty once all are
 * done.
 */
export const operatorFirstSteps = async (
  rounds: readonly Round[],
  { db }: Pick<ViewContext, 'db'>,
): Promise<SetupStep[]> => {
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
        'A market defines what is traded and where, such as nutrients in the Solent. It has one or more rounds.',
      link: '/markets?subject=markets',
      action: 'CreateMarket',
      on: { kind: 'markets', id: null },
      done: market !== undefined,
    },
    {
      text: 'Create a market round',
      detail: 'A round is one run of the market, with its own credit types, area and bidders.',
      ...(market
        ? { link: pageAddress('market', { id: market.id }), on: { kind: 'market' as const, id: market.id } }
        : {
            link: '/markets',
            on: { kind: 'markets' as const, id: null },
            missing: 'Create a market first',
          }),
      action: 'CreateRound',
      done: round !== undefined,
    },
    {
      text: hasDates ? 'Open registration' : 'Set the registration dates, then open registration',
      detail: 'Suppliers and buyers can then find the round, and register on its registration dates.',
      ...(round
        ? {
            link: pageAddress('round', { marketId: round.marketId, id: round.id }),
            on: { kind: 'round' as const, id: round.id },
          }
        : {
            link: '/markets',
            on: { kind: 'markets' as const, id: null },
            missing: 'Create a market round first',
          }),
      action: hasDates ? 'Open' : 'SetRegistrationDates',
      done: isOpen,
    },
    {
      text: 'Add organisations and invite their people',
      detail: 'Each supplier, buyer or investor is an organisation. On its page you can invite its people.',
      link: '/participants?subject=organisations',
      action: 'CreateOrganisation',
      on: { kind: 'organisations', id: null },
      done: participant !== undefined,
    },
  ]
}
