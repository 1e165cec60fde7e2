import type { MatchProblem } from '#domain/match-problem'
import { layoutOf, type Choice, type Layout } from './choices.ts'
import { contractOf, firstPart, type Item } from './contract.ts'
import type { Way } from './days.ts'
import { bestParts, TooMany } from './parts.ts'
import { ALL, ceiling, compareInTurn, NONE, plus, rational, times, type Rational } from './rational.ts'
import { sharesIn } from './shares.ts'

/** What a requirement won, as it is contracted. */
export interface WonNeed {
  way: Way
  ongoing: number
  additional: number
  value: number
}

/** How a small round ends by the published rules, found by trying every possible ending in whole numbers. */
export interface Truth {
  surplus: number
  projects: string[]
  requirements: Record<string, WonNeed>
  /** Of each winning organisation. */
  shares: Record<string, number>
  /** Of each losing item; null where no price would do, left out where it is too large or could not be tried. */
  criticals: Record<string, number | null>
}

interface Force {
  items: readonly Item[]
  item: number
  from: Rational
}

/** The best of a choice when only some organisations are there. */
const valueOf = (layout: Layout, choice: Choice, present: number, force?: Force) => {
  const { items } = force ?? layout
  const open = choice.open.flatMap((item, at) =>
    (layout.itemOwners[item]! & present) !== 0 ? [{ item, at }] : [],
  )
  const parts = bestParts({
    items: open.map(({ item }) => items[item]!),
    rows: choice.rows.map(({ amounts, limit }) => ({ limit, amounts: open.map(({ at }) => amounts[at]!) })),
    from: open.map(({ item }) => (force?.item === item ? force.from : NONE)),
  })
  return parts === null
    ? null
    : { ...parts, open: open.map(({ item }) => item), value: choice.worth + parts.value }
}

const boundOf = ({ items }: Layout, { worth, open }: Choice): bigint =>
  open.reduce((sum, at) => items[at]!.reduce((so, { bid }) => so + bid, sum), worth)

/** What those present could reach at best; choices come with the greatest bound first. */
const greatest = (
  layout: Layout,
  bounds: readonly { choice: Choice; bound: bigint }[],
  present: number,
  admits: (choice: Choice) => boolean = () => true,
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

/** One ending with all that the tie rule looks at, in its order. */
interface Ending {
  choice: Choice
  parts: Map<number, Rational>
  ranks: Rational[]
}

/** Everything the fourth tie rule goes through: projects and ways to win, the earliest change first. */
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

const isFunded = ({ funded }: Choice, project: number): boolean => ((funded >> project) & 1) === 1

const rankedEnding = (
  layout: Layout,
  order: ReturnType<typeof inOrder>,
  choice: Choice,
  parts: Map<number, Rational>,
): Ending => {
  const part = new Map(
    [...parts].flatMap(([item, x]) => layout.items[item]!.map(({ at }): [number, Rational] => [at, x])),
  )
  const won = (at: number, way: Way): Rational =>
    choice.won[at] === way ? ALL : way === 'full' ? (part.get(at) ?? NONE) : NONE
  const served = choice.won.reduce((sum, _, at) => plus(sum, plus(won(at, 'full'), won(at, 'ongoing'))), NONE)
  const projects = layout.problem.projects.filter((_, at) => isFunded(choice, at)).length
  const each = order.map(({ at, way }) => (way === null ? (isFunded(choice, at) ? ALL : NONE) : won(at, way)))
  return { choice, parts, ranks: [served, rational(BigInt(-projects)), ...each] }
}

/** The best ending of a choice: of the parts that reach as much those that the tie rule prefers. */
const endingOf = (layout: Layout, order: ReturnType<typeof inOrder>, choice: Choice, all: number): Ending => {
  const { open, sets } = valueOf(layout, choice, all)!
  const itemAt = (at: number): Item => layout.items[open[at]!]!
  const turnOf = (at: number): number =>
    order.findIndex(turn => turn.way === 'full' && itemAt(at).some(member => member.at === turn.at))
  const parts = sets.flatMap(({ set, ways }) => {
    const inTime = set.toSorted((a, b) => turnOf(a) - turnOf(b))
    const ranks = (x: readonly Rational[]): Rational[] => [
      inTime.map(at => times(x[at]!, BigInt(itemAt(at).length))).reduce(plus),
      ...inTime.map(at => x[at]!),
    ]
    const best = ways.reduce((one, other) => (compareInTurn(ranks(other), ranks(one)) > 0 ? other : one))
    return set.map((at): [number, Rational] => [open[at]!, best[at]!])
  })
  return rankedEnding(layout, order, choice, new Map(parts))
}

const wonIn = ({ problem, items }: Layout, { choice, parts }: Ending): Record<string, WonNeed> => {
  const won: Record<string, WonNeed> = {}
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
      const { ongoing, additional, value } = contractOf(member, x)
      if (ongoing + additional === 0n) continue
      const units = { ongoing: Number(ongoing), additional: Number(additional) }
      won[problem.requirements[member.at]!.id] = { way: 'full', ...units, value: Number(value) }
    }
  }
  return won
}

/** Beyond this no bid is ever needed: a trillion trillion pence. */
const ANY_PRICE = 10n ** 24n

/**
 * The least bid, from its own upwards, at which some match with a part of the member is worth as much as the best; null
 * where no price would do.
 */
const criticalPart = (
  layout: Layout,
  item: number,
  member: Item[number],
  best: bigint,
  all: number,
): bigint | null => {
  const own = member.bid
  let price = ANY_PRICE
  for (const choice of layout.choices) {
    const isWhole = choice.won[member.at] === 'full'
    if (!isWhole && !choice.open.includes(item)) continue
    const bid = (offered: bigint): Item[] =>
      layout.items.map(one => one.map(other => (other.at === member.at ? { ...other, bid: offered } : other)))
    for (;;) {
      if (price <= own) return own
      const offered = price - 1n
      const items = bid(offered)
      const from = firstPart(member)
      const found = valueOf({ ...layout, items }, choice, all, isWhole ? undefined : { items, item, from })
      if (found === null) break
      const value = found.value + (isWhole ? offered - own : 0n)
      if (value < best) break
      const part = isWhole ? ALL : contractOf(member, partOf(found, item)).part
      const rest = value - (offered * part.over) / part.under
      price = ceiling({ over: (best - rest) * part.under, under: part.over })
    }
  }
  return price === ANY_PRICE ? null : price
}

const partOf = ({ open, sets }: NonNullable<ReturnType<typeof valueOf>>, item: number): Rational => {
  const at = open.indexOf(item)
  return sets.find(({ set }) => set.includes(at))!.ways[0]![at]!
}

/** Tries every ending of a small round. Throws `TooMany` where that is not possible. */
export const truthOf = (problem: MatchProblem): Truth => {
  const layout = layoutOf(problem)
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
    .reduce((a, b) => (compareInTurn(b.ranks, a.ranks) > 0 ? b : a))
  const projects = problem.projects.filter((_, at) => isFunded(winner.choice, at))
  const requirements = wonIn(layout, winner)
  const winners = players.filter(
    id =>
      projects.some(({ supplierId }) => supplierId === id) ||
      problem.requirements.some(need => need.buyerId === id && need.id in requirements),
  )
  const bits = winners.map(id => 1 << players.indexOf(id))
  const losers = all & ~bits.reduce((a, b) => a | b, 0)
  const shares = sharesIn(winners, set => {
    const present = bits.reduce((so, one, at) => ((set >> at) & 1 ? so | one : so), losers)
    return greatest(layout, bounds, present)!
  })
  const criticals: Truth['criticals'] = {}
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
      if (!(fault instanceof TooMany)) throw fault
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
