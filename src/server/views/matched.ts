import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Totals } from '#contract/match'
import { levelOn, levelsOf, type Entry } from '#domain/balance'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { type Matched, partsOf } from '#domain/parts'
import type { Round } from '#domain/round'
import { quantityOf, type Units } from '#domain/units'
import type { Database } from '../store/tables.ts'
import { type Held, heldAsKept, heldByParts } from './balance.ts'

/**
 * The units of the winners of a match: as its settlement would divide them, and once the round is settled as they stand.
 * The review, the round's page and the registry of its credits all tell these.
 */
export const heldByWinners = (
  db: Kysely<Database>,
  { id, status }: Pick<Round, 'id' | 'status'>,
  match: Matched,
): Promise<readonly Held[]> | readonly Held[] =>
  status === 'Settled'
    ? heldAsKept(db, sql<SqlBool>`not is_whole(status) and round_id = ${id}`)
    : heldByParts(partsOf(match))

const LINES = ['supplied', 'demanded', 'sold', 'reserved'] as const
type Line = (typeof LINES)[number]

const inPeriod = (line: Line, { start, end, units }: { start: Day; end: Day | null; units: Units }) => ({
  line,
  start,
  end,
  units,
})

/** The offers and bids that won: the registry tells of them, and of no other, when they begin and what they come to. */
export const winnersIn = (
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

/** What was offered and bid for of one type. */
const askedFor = (
  { projects, requirements, ampEnd }: MatchProblem,
  creditType: CreditType,
): Entry<Line>[] => [
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
  supplied: quantityOf(supplied),
  demanded: quantityOf(demanded),
  sold: quantityOf(sold),
  reserved: quantityOf(reserved),
})

/** What a match comes to, type by type: offered and bid for by those in the problem, sold and reserved of the winners. */
export const totalsOf = (problem: MatchProblem, held: readonly Held[], on: Day): Totals[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    const entries = [
      ...askedFor(problem, creditType),
      ...its.filter(({ isSold }) => isSold).map(one => inPeriod('sold', one)),
      ...its.filter(({ holding }) => holding === 'reserve').map(one => inPeriod('reserved', one)),
    ]
    if (entries.length === 0) return []
    const levels = levelsOf(LINES, entries)
    return [
      {
        creditType,
        ...sumsOf(levelOn(LINES, levels, on)),
        periods: levels.map(({ start, end, units }) => ({ start, end, ...sumsOf(units) })),
      },
    ]
  })
