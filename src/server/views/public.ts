import type { Kysely } from 'kysely'
import type { PublicRound } from '#contract/public'
import type { Day } from '#domain/dates'
import { mayKnowInstance, mayKnowOfRound } from '#domain/disclosure'
import { knownTogetherInAll, sidesOf } from '../store/known-together.ts'
import type { Database } from '../store/tables.ts'
import { surplusFor } from './amounts.ts'
import { quantitiesIn } from './balance.ts'
import { namesIn, type NameOf } from './names.ts'

/** The rounds that have been announced, with their places and days: all of them, or one. */
export const publicRounds = async (db: Kysely<Database>, id?: string): Promise<PublicRound[]> => {
  const rows = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.marketId', 'market.name as market'])
    .select(['status', 'services', 'bidderType', 'settledAt', 'lpaIds', 'ncaIds', 'subcatchmentIds'])
    .select(['suppliersStart', 'suppliersEnd', 'buyersStart', 'buyersEnd'])
    .select(['projectsStart', 'projectsEnd', 'requirementsStart', 'requirementsEnd'])
    .select(['bidsOpen', 'bidsClose', 'instanceSha256', 'market.instances'])
    .where('status', '<>', 'Draft')
    .$if(id !== undefined, query => query.where('round.id', '=', id ?? ''))
    .orderBy('round.ordinal', 'desc')
    .execute()
  const names = await namesIn(db, {
    lpa: ['lpa', rows.flatMap(({ lpaIds }) => lpaIds)],
    nca: ['nca', rows.flatMap(({ ncaIds }) => ncaIds)],
    subcatchment: ['subcatchment', rows.flatMap(({ subcatchmentIds }) => subcatchmentIds)],
  })
  return rows.map(({ lpaIds, ncaIds, subcatchmentIds, instanceSha256, instances, ...round }) => ({
    ...round,
    isPublished: instanceSha256 !== null && mayKnowInstance(null, round.status, { instances }),
    lpas: inOrder(lpaIds, names.lpa),
    ncas: inOrder(ncaIds, names.nca),
    subcatchments: inOrder(subcatchmentIds, names.subcatchment),
  }))
}

const inOrder = (ids: readonly string[], nameOf: NameOf) =>
  ids.flatMap(id => nameOf(id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))

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
