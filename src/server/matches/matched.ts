import { type Kysely, sql, type SqlBool } from 'kysely'
import type { MatchTotals } from '#contract/round/match'
import { balanceLevelOnDate, sumEntriesIntoLevels, type BalanceEntry } from '#domain/credit/balance'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { type MatchFlows, splitServices } from '#domain/match/parts'
import type { Round } from '#domain/round/round'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'
import {
  type CertifiedUnits,
  readCertifiedUnitsFromCounts,
  certifiedUnitsOfMatchParts,
} from '../views/listing/balance.ts'

/**
 * Units of the winners of a match: as its settlement would split them or, once settled, as they are. The review, the
 * round's page and the registry of its credits all show these.
 */
export const splitUnitsOfWinners = (
  db: Kysely<Database>,
  { id, status }: Pick<Round, 'id' | 'status'>,
  match: MatchFlows,
): Promise<readonly CertifiedUnits[]> | readonly CertifiedUnits[] =>
  status === 'Settled'
    ? readCertifiedUnitsFromCounts(db, sql<SqlBool>`not is_whole(status) and round_id = ${id}`)
    : certifiedUnitsOfMatchParts(splitServices(match))

const LINES = ['supplied', 'demanded', 'sold', 'reserved'] as const
type Line = (typeof LINES)[number]

const inPeriod = (line: Line, { start, end, units }: { start: Day; end: Day | null; units: Units }) => ({
  line,
  start,
  end,
  units,
})

/** Offers and bids that won: only theirs are the start dates and amounts that the registry shows. */
export const listWinningItems = (
  problem: MatchProblem,
  solution: Pick<MatchSolution, 'projects' | 'requirements'>,
): MatchProblem => {
  const won = new Set(
    [...solution.projects, ...solution.requirements].filter(one => one.won).map(one => one.id),
  )
  return {
    ...problem,
    projects: problem.projects.filter(({ id }) => won.has(id)),
    requirements: problem.requirements.filter(({ id }) => won.has(id)),
  }
}

/** Units of one type that were offered and bid for. */
const askedFor = (
  { projects, requirements, ampEnd }: MatchProblem,
  creditType: CreditType,
): BalanceEntry<Line>[] => [
  ...projects
    .flatMap(({ services }) => services)
    .filter(service => service.creditType === creditType)
    .flatMap(({ supply }) => supply.map(period => inPeriod('supplied', period))),
  ...requirements
    .filter(requirement => requirement.creditType === creditType)
    .flatMap(({ redemptionDate: start, ongoingUnits, additionalUnits }) => [
      inPeriod('demanded', { start, end: null, units: ongoingUnits }),
      ...(additionalUnits > 0 && (ampEnd === null || start < ampEnd)
        ? [inPeriod('demanded', { start, end: ampEnd, units: additionalUnits })]
        : []),
    ]),
]

const sumsOf = ({ supplied, demanded, sold, reserved }: Record<Line, Units>) => ({
  supplied: unitsToNumber(supplied),
  demanded: unitsToNumber(demanded),
  sold: unitsToNumber(sold),
  reserved: unitsToNumber(reserved),
})

/** Totals of a match by type: offered and bid for in the problem, sold and reserved by the winners. */
export const sumMatchTotalsByType = (
  problem: MatchProblem,
  held: readonly CertifiedUnits[],
  on: Day,
): MatchTotals[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    const entries = [
      ...askedFor(problem, creditType),
      ...its.filter(({ isSold }) => isSold).map(one => inPeriod('sold', one)),
      ...its.filter(({ holding }) => holding === 'reserve').map(one => inPeriod('reserved', one)),
    ]
    if (entries.length === 0) return []
    const levels = sumEntriesIntoLevels(LINES, entries)
    return [
      {
        creditType,
        ...sumsOf(balanceLevelOnDate(LINES, levels, on)),
        periods: levels.map(({ start, end, units }) => ({ start, end, ...sumsOf(units) })),
      },
    ]
  })
