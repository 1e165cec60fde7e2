import type { Kysely } from 'kysely'
import type { Day } from '#domain/dates'
import { type Behind, mayKnowOfRound } from '#domain/disclosure'
import type { Database } from '../store/tables.ts'
import { knownTogetherInAll, surplusFor } from './amounts.ts'
import { quantitiesIn } from './balance.ts'

/** The rounds that have been announced, with their days. */
export const publicRounds = async (db: Kysely<Database>) =>
  db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select([
      'round.id',
      'round.name',
      'market.name as market',
      'status',
      'services',
      'bidderType',
      'settledAt',
    ])
    .select(['suppliersStart', 'suppliersEnd', 'buyersStart', 'buyersEnd'])
    .select(['projectsStart', 'projectsEnd', 'requirementsStart', 'requirementsEnd'])
    .where('status', '<>', 'Draft')
    .orderBy('round.ordinal', 'desc')
    .execute()

/** What settled rounds have come to, as far as anybody may know it: three questions, however many rounds there are. */
export const statistics = async (db: Kysely<Database>, on: Day) => {
  const settled = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .innerJoin('settledRound', 'settledRound.roundId', 'round.id')
    .select(['round.id', 'round.name', 'market.name as market', 'settledAt'])
    .select(['projects', 'requirements', 'surplus', 'payers', 'receivers', 'sold'])
    .where('status', '=', 'Settled')
    .orderBy('settledAt', 'desc')
    .execute()
  const knownTogether = await knownTogetherInAll(
    db,
    settled.map(({ id }) => id),
  )
  const maySay = (figure: 'winners' | 'units'): boolean => mayKnowOfRound(figure, null, 'Settled')
  const rounds = settled.map(({ id, name, market, settledAt, surplus, payers, receivers, ...round }) => ({
    ...{ id, name, market, settledAt },
    projects: maySay('winners') ? round.projects : 0,
    requirements: maySay('winners') ? round.requirements : 0,
    units: maySay('units') ? quantitiesIn(round.sold, on) : [],
    surplus:
      surplus === null
        ? null
        : surplusFor(
            null,
            'Settled',
            { surplus, organisations: sidesOf(payers, receivers) },
            knownTogether(id),
          ),
  }))
  return { on, rounds }
}

/** Who stands behind the sums of a match: a total asks of each only whether it pays or receives. */
const sidesOf = (payers: readonly string[], receivers: readonly string[]): Behind['organisations'] => [
  ...payers.map(organisationId => ({ organisationId, payment: 1 })),
  ...receivers.map(organisationId => ({ organisationId, payment: -1 })),
]
