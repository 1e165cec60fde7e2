import type { MatchProblem } from '../../src/problem/match-problem.ts'
import { enumerateRoundChoices, type RoundChoice, type EnumeratedRound } from './choices.ts'
import { contractAtFraction, smallestContractFraction, type DivisibleItem } from './contract.ts'
import type { RequirementWinOption } from './days.ts'
import { findBestFractions, TooManyChoicesError } from './parts.ts'
import {
  RATIONAL_ONE,
  ceilRational,
  compareNumberLists,
  RATIONAL_ZERO,
  addRationals,
  toRational,
  multiplyRational,
  type Rational,
} from './rational.ts'
import { shapleySharesInPence } from './shares.ts'

/** Contract of a requirement that won. */
export interface WonRequirementContract {
  way: RequirementWinOption
  ongoing: number
  additional: number
  value: number
}

/** The outcome of a small round by the published rules, found by trying every possible one in whole numbers. */
export interface BruteForceResult {
  surplus: number
  projects: string[]
  requirements: Record<string, WonRequirementContract>
  /** By winning organisation. */
  shares: Record<string, number>
  /** By losing item; null if no price would do, missing if it is too large or could not be tried. */
  criticals: Record<string, number | null>
}

interface Force {
  items: readonly DivisibleItem[]
  item: number
  from: Rational
}

/** The best value of a choice with only some organisations present. */
const valueOf = (layout: EnumeratedRound, choice: RoundChoice, present: number, force?: Force) => {
  const { items } = force ?? layout
  const open = choice.open.flatMap((item, at) =>
    (layout.itemOwners[item]! & present) !== 0 ? [{ item, at }] : [],
  )
  const parts = findBestFractions({
    items: open.map(({ item }) => items[item]!),
    rows: choice.rows.map(({ amounts, limit }) => ({ limit, amounts: open.map(({ at }) => amounts[at]!) })),
    from: open.map(({ item }) => (force?.item === item ? force.from : RATIONAL_ZERO)),
  })
  return parts === null
    ? null
    : { ...parts, open: open.map(({ item }) => item), value: choice.worth + parts.value }
}

const boundOf = ({ items }: EnumeratedRound, { worth, open }: RoundChoice): bigint =>
  open.reduce((sum, at) => items[at]!.reduce((so, { bid }) => so + bid, sum), worth)

/** The best value of those present; choices are sorted by bound, the greatest first. */
const greatest = (
  layout: EnumeratedRound,
  bounds: readonly { choice: RoundChoice; bound: bigint }[],
  present: number,
  admits: (choice: RoundChoice) => boolean = () => true,
): bigint | null => {
  let best: bigint | null = null
  for (const { choice, bound } of bounds) {
    if (best !== null && bound <= best) break
    if ((choice.owners & ~present) !== 0 || !admits(choice)) continue
    const found = valueOf(layout, choice, present)
    if (found !== null && (best === null || found.value > best)) best = found.value
  }
  return best
}

/** One outcome with everything that the tie rule compares, in its order. */
interface Ending {
  choice: RoundChoice
  parts: Map<number, Rational>
  ranks: Rational[]
}

/** Projects and ways to win that the fourth tie rule compares, the earliest change first. */
const inOrder = ({ projects, requirements }: MatchProblem) => {
  const key = (changed: string, id: string, last: string) =>
    `${new Date(changed).toISOString()}|${id}|${last}`
  return [
    ...projects.map(({ id, offeredAt }, at) => ({ key: key(offeredAt, id, 'project'), at, way: null })),
    ...requirements.flatMap(({ id, bidAt }, at) =>
      (['full', 'ongoing'] as const).map(way => ({ key: key(bidAt, id, way), at, way })),
    ),
  ].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const isFunded = ({ funded }: RoundChoice, project: number): boolean => ((funded >> project) & 1) === 1

const rankedEnding = (
  layout: EnumeratedRound,
  order: ReturnType<typeof inOrder>,
  choice: RoundChoice,
  parts: Map<number, Rational>,
): Ending => {
  const part = new Map(
    [...parts].flatMap(([item, x]) => layout.items[item]!.map(({ at }): [number, Rational] => [at, x])),
  )
  const won = (at: number, way: RequirementWinOption): Rational =>
    choice.won[at] === way ? RATIONAL_ONE : way === 'full' ? (part.get(at) ?? RATIONAL_ZERO) : RATIONAL_ZERO
  const served = choice.won.reduce(
    (sum, _, at) => addRationals(sum, addRationals(won(at, 'full'), won(at, 'ongoing'))),
    RATIONAL_ZERO,
  )
  const projects = layout.problem.projects.filter((_, at) => isFunded(choice, at)).length
  const each = order.map(({ at, way }) =>
    way === null ? (isFunded(choice, at) ? RATIONAL_ONE : RATIONAL_ZERO) : won(at, way),
  )
  return { choice, parts, ranks: [served, toRational(BigInt(-projects)), ...each] }
}

/** The best outcome of a choice: among parts with the same value, those that the tie rule prefers. */
const endingOf = (
  layout: EnumeratedRound,
  order: ReturnType<typeof inOrder>,
  choice: RoundChoice,
  all: number,
): Ending => {
  const { open, sets } = valueOf(layout, choice, all)!
  const itemAt = (at: number): DivisibleItem => layout.items[open[at]!]!
  const turnOf = (at: number): number =>
    order.findIndex(turn => turn.way === 'full' && itemAt(at).some(member => member.at === turn.at))
  const parts = sets.flatMap(({ set, ways }) => {
    const inTime = set.toSorted((a, b) => turnOf(a) - turnOf(b))
    const ranks = (x: readonly Rational[]): Rational[] => [
      inTime.map(at => multiplyRational(x[at]!, BigInt(itemAt(at).length))).reduce(addRationals),
      ...inTime.map(at => x[at]!),
    ]
    const best = ways.reduce((one, other) => (compareNumberLists(ranks(other), ranks(one)) > 0 ? other : one))
    return set.map((at): [number, Rational] => [open[at]!, best[at]!])
  })
  return rankedEnding(layout, order, choice, new Map(parts))
}

const wonIn = (
  { problem, items }: EnumeratedRound,
  { choice, parts }: Ending,
): Record<string, WonRequirementContract> => {
  const won: Record<string, WonRequirementContract> = {}
  for (const [at, way] of choice.won.entries()) {
    if (way === null) continue
    const { id, ongoingUnits, additionalUnits, bid, bidOngoingOnly } = problem.requirements[at]!
    won[id] =
      way === 'full'
        ? { way, ongoing: ongoingUnits, additional: additionalUnits, value: bid }
        : { way, ongoing: ongoingUnits, additional: 0, value: bidOngoingOnly ?? 0 }
  }
  for (const [item, x] of parts) {
    for (const member of items[item]!) {
      const { ongoing, additional, value } = contractAtFraction(member, x)
      if (ongoing + additional === 0n) continue
      const units = { ongoing: Number(ongoing), additional: Number(additional) }
      won[problem.requirements[member.at]!.id] = { way: 'full', ...units, value: Number(value) }
    }
  }
  return won
}

/** No bid above this is ever needed: a trillion trillion pence. */
const ANY_PRICE = 10n ** 24n

/**
 * The least bid, from its own upwards, at which some match with a part of the member has the best value; null if no
 * price would do.
 */
const criticalPart = (
  layout: EnumeratedRound,
  item: number,
  member: DivisibleItem[number],
  best: bigint,
  all: number,
): bigint | null => {
  const own = member.bid
  let price = ANY_PRICE
  for (const choice of layout.choices) {
    const isWhole = choice.won[member.at] === 'full'
    if (!isWhole && !choice.open.includes(item)) continue
    const bid = (offered: bigint): DivisibleItem[] =>
      layout.items.map(one => one.map(other => (other.at === member.at ? { ...other, bid: offered } : other)))
    for (;;) {
      if (price <= own) return own
      const offered = price - 1n
      const items = bid(offered)
      const from = smallestContractFraction(member)
      const found = valueOf({ ...layout, items }, choice, all, isWhole ? undefined : { items, item, from })
      if (found === null) break
      const value = found.value + (isWhole ? offered - own : 0n)
      if (value < best) break
      const part = isWhole ? RATIONAL_ONE : contractAtFraction(member, partOf(found, item)).part
      const rest = value - (offered * part.over) / part.under
      price = ceilRational({ over: (best - rest) * part.under, under: part.over })
    }
  }
  return price === ANY_PRICE ? null : price
}

const partOf = ({ open, sets }: NonNullable<ReturnType<typeof valueOf>>, item: number): Rational => {
  const at = open.indexOf(item)
  return sets.find(({ set }) => set.includes(at))!.ways[0]![at]!
}

/** Tries every outcome of a small round. Throws `TooManyChoicesError` if there are too many. */
export const solveByBruteForce = (problem: MatchProblem): BruteForceResult => {
  const layout = enumerateRoundChoices(problem)
  const { players, choices, items } = layout
  const all = (1 << players.length) - 1
  const order = inOrder(problem)
  const bounds = choices
    .map(choice => ({ choice, bound: boundOf(layout, choice) }))
    .toSorted((a, b) => (a.bound < b.bound ? 1 : a.bound > b.bound ? -1 : 0))
  const best = greatest(layout, bounds, all)!
  const winner = bounds
    .filter(({ bound }) => bound >= best)
    .filter(({ choice }) => valueOf(layout, choice, all)?.value === best)
    .map(({ choice }) => endingOf(layout, order, choice, all))
    .reduce((a, b) => (compareNumberLists(b.ranks, a.ranks) > 0 ? b : a))
  const projects = problem.projects.filter((_, at) => isFunded(winner.choice, at))
  const requirements = wonIn(layout, winner)
  const winners = players.filter(
    id =>
      projects.some(({ supplierId }) => supplierId === id) ||
      problem.requirements.some(need => need.buyerId === id && need.id in requirements),
  )
  const bits = winners.map(id => 1 << players.indexOf(id))
  const losers = all & ~bits.reduce((a, b) => a | b, 0)
  const shares = shapleySharesInPence(winners, set => {
    const present = bits.reduce((so, one, at) => ((set >> at) & 1 ? so | one : so), losers)
    return greatest(layout, bounds, present)!
  })
  const criticals: BruteForceResult['criticals'] = {}
  for (const [at, { id, offer }] of problem.projects.entries()) {
    if (projects.some(one => one.id === id)) continue
    const forced = greatest(layout, bounds, all, choice => isFunded(choice, at))
    const critical = forced === null ? -1 : offer - Number(best - forced)
    criticals[id] = critical < 0 ? null : critical
  }
  for (const [at, { id, bid }] of problem.requirements.entries()) {
    if (id in requirements) continue
    const item = items.findIndex(members => members.some(member => member.at === at))
    if (item < 0) {
      const forced = greatest(layout, bounds, all, choice => choice.won[at] === 'full')
      criticals[id] = forced === null ? null : bid + Number(best - forced)
      continue
    }
    try {
      const member = items[item]!.find(one => one.at === at)!
      const price = criticalPart(layout, item, member, best, all)
      if (price === null || price <= BigInt(Number.MAX_SAFE_INTEGER))
        criticals[id] = price === null ? null : Number(price)
    } catch (fault) {
      if (!(fault instanceof TooManyChoicesError)) throw fault
    }
  }
  return {
    surplus: Number(best),
    projects: projects.map(({ id }) => id).toSorted(),
    requirements,
    shares,
    criticals,
  }
}
