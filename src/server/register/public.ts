import type { Kysely } from 'kysely'
import type { PublicRound } from '#contract/public/public'
import type { Day } from '@credit-market/values/dates'
import { mayReadPublishedMatch, mayReadRoundFigure } from '#domain/disclosure/disclosure'
import { readRelatedOwnersByRound, toMatchParties } from '../store/known-together.ts'
import type { Database } from '../store/tables/tables.ts'
import { disclosedSurplus } from '../views/kit/amounts.ts'
import { quantitiesOnDay } from '../views/listing/balance.ts'
import { gapsOfRound } from '../views/kit/gaps.ts'
import { readNamesByKind, type NameLookup } from '../views/kit/names.ts'

/** Dates of a planned round are not final, so no one else sees them. */
const NO_DATES = {
  ...{ suppliersStart: null, suppliersEnd: null, buyersStart: null, buyersEnd: null },
  ...{ projectsStart: null, projectsEnd: null, requirementsStart: null, requirementsEnd: null },
  ...{ bidsOpen: null, bidsClose: null },
}

/**
 * Rounds that are planned or have been announced, with places and dates: all, or one. `asOpen` shows the operator a draft as everyone
 * would see it once it is open.
 */
export const readPublicRounds = async (
  db: Kysely<Database>,
  id?: string,
  { asOpen = false }: { asOpen?: boolean } = {},
): Promise<PublicRound[]> => {
  const rows = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.marketId', 'market.name as market'])
    .select(['status', 'services', 'bidderType', 'settledAt', 'lpaIds', 'ncaIds', 'subcatchmentIds'])
    .select(['suppliersStart', 'suppliersEnd', 'buyersStart', 'buyersEnd'])
    .select(['projectsStart', 'projectsEnd', 'requirementsStart', 'requirementsEnd'])
    .select(['bidsOpen', 'bidsClose', 'expectedFrom', 'instanceSha256', 'market.instances'])
    .select(['joinsCommonControl', 'bestKnownGapBasisPoints', 'settledGapMillionths'])
    .$if(!asOpen, query =>
      query.where(eb => eb.or([eb('status', '<>', 'Draft'), eb('expectedFrom', 'is not', null)])),
    )
    .$if(id !== undefined, query => query.where('round.id', '=', id ?? ''))
    .orderBy('round.ordinal', 'desc')
    .execute()
  const names = await readNamesByKind(db, {
    lpa: ['lpa', rows.flatMap(({ lpaIds }) => lpaIds)],
    nca: ['nca', rows.flatMap(({ ncaIds }) => ncaIds)],
    subcatchment: ['subcatchment', rows.flatMap(({ subcatchmentIds }) => subcatchmentIds)],
  })
  return rows.map(({ lpaIds, ncaIds, subcatchmentIds, instanceSha256, instances, ...row }) => {
    const { bestKnownGapBasisPoints, settledGapMillionths, ...round } = row
    return {
      ...round,
      ...(round.status === 'Draft' && (asOpen ? ({ status: 'Open' } as const) : NO_DATES)),
      ...gapsOfRound({ bestKnownGapBasisPoints, settledGapMillionths }),
      isPublished: instanceSha256 !== null && mayReadPublishedMatch(null, round.status, { instances }),
      lpas: inOrder(lpaIds, names.lpa),
      ncas: inOrder(ncaIds, names.nca),
      subcatchments: inOrder(subcatchmentIds, names.subcatchment),
    }
  })
}

const inOrder = (ids: readonly string[], nameOf: NameLookup) =>
  ids.flatMap(id => nameOf(id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))

/** Public results of settled rounds: three queries, however many rounds there are. */
export const readPublicStatistics = async (db: Kysely<Database>, on: Day) => {
  const settled = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .innerJoin('settledRound', 'settledRound.roundId', 'round.id')
    .select(['round.id', 'round.name', 'market.name as market', 'settledAt'])
    .select(['projects', 'requirements', 'surplus', 'payers', 'receivers', 'sold'])
    .where('status', '=', 'Settled')
    .orderBy('settledAt', 'desc')
    .execute()
  const knownTogether = await readRelatedOwnersByRound(
    db,
    settled.map(({ id }) => id),
  )
  const maySay = (figure: 'winners' | 'units'): boolean => mayReadRoundFigure(figure, null, 'Settled')
  const rounds = settled.map(({ id, name, market, settledAt, surplus, payers, receivers, ...round }) => ({
    ...{ id, name, market, settledAt },
    projects: maySay('winners') ? round.projects : 0,
    requirements: maySay('winners') ? round.requirements : 0,
    units: maySay('units') ? quantitiesOnDay(round.sold, on) : [],
    surplus:
      surplus === null
        ? null
        : disclosedSurplus(
            null,
            'Settled',
            { surplus, organisations: toMatchParties(payers, receivers) },
            knownTogether(id),
          ),
  }))
  return { on, rounds }
}
