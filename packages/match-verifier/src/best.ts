import type { Component } from './components.ts'
import {
  ONE,
  commonDenominator,
  compareFractions,
  maxFraction,
  ZERO,
  ratio,
  type Fraction,
} from './exact/fraction.ts'
import { toMilp, PENCE_PER_POUND, type PartialWin, type Milp, type MilpRow, type UnitColumn } from './milp.ts'
import { unitAmountsOf, canMeetLimit, unitsAtFraction, contractedUnitBounds, dueBidInPence } from './parts.ts'
import { fullItemValue, type WinnableItem } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { findSupplyShortage } from './exact/transport.ts'

/** Fraction won of every item, checked exactly against every rule, and the value in whole pence. */
export interface ExactChoice {
  parts: Fraction[]
  value: number
}

/** Lowest and highest whole units of divisible bids, by index into `contractedUnitBounds`. */
export type UnitRanges = ReadonlyMap<number, readonly [number, number]>

const rangeOf = (box: UnitRanges, { index, wanted }: UnitColumn): readonly [number, number] =>
  box.get(index) ?? [0, wanted]

/** An item and one of its ways to win, by index; a project has no way. */
export interface RequiredWin {
  place: number
  way: number
}

/** Restrictions under which the best choice of a component is sought. */
export interface ComponentQuestion {
  /** Items that are absent. */
  absent?: (place: number) => boolean
  /** A way to win that must be won: in full or, if divided, at least something of everything that it asks for. */
  forced?: RequiredWin
  /** More rows over the items. */
  rows?: readonly MilpRow[]
  /** Ranges of units of divided bids to search. */
  within?: UnitRanges
}

/** The best choice that the second solver found and that holds exactly, and the bound that it claims. */
export interface BestChoice {
  choice: ExactChoice | null
  /** In whole pence; -Infinity if nothing is possible, Infinity if the solver did not finish. */
  bound: number
}

/** Result of an exact check: the feasible choice, or a valid row that it violates, if there is one. */
type Checked = { choice: ExactChoice; cut: null } | { choice: null; cut: MilpRow | null }

/**
 * The least part that contracts the same units as a part, within the solver's noise; at least one unit of everything
 * for a way that must be won.
 */
const snapped = ({ items }: Component, place: number, x: number, less: number, must: number): Fraction => {
  const ratios = items[place]!.ways.flatMap((way, at) =>
    unitAmountsOf(way).map(wanted => {
      const units = Math.floor(wanted * x + Math.max(1e-6, wanted * 2e-9)) - less
      return ratio(Math.min(wanted, Math.max(at === must ? 1 : 0, units)), wanted)
    }),
  )
  return ratios.reduce(maxFraction, ZERO)
}

/** Value of a component when these parts of its items win, in whole pence. */
const worthAt = ({ items }: Component, parts: readonly Fraction[]): number =>
  items.reduce((sum, item, place) => {
    const part = parts[place]!
    if (part.over === 0n) return sum
    if (compareFractions(part, ONE) === 0) return sum + fullItemValue(item)
    return sum + item.ways.reduce((own, way) => own + dueBidInPence(way, unitsAtFraction(way, part)), 0)
  }, 0)

/** Cover inequality for needs that exceed the supplies they reach: drop a need, or fund one more of the supplies. */
const coverOf = (
  component: Component,
  parts: readonly Fraction[],
  { needs, supplies }: Component['networks'][number],
  short: { wants: readonly number[]; supplies: readonly number[] },
): MilpRow | null => {
  const isChosen = (place: number): boolean => component.items[place]!.isWhole && parts[place]!.over !== 0n
  const amounts = short.wants.flatMap(want => [...needs[want]!.amounts])
  const chosen = amounts.filter(([place]) => isChosen(place))
  const reached = short.supplies.flatMap(supply => [...supplies[supply]!])
  const asked = chosen.reduce((sum, [, amount]) => sum + amount, 0)
  const brought = reached.reduce((sum, [place, amount]) => (isChosen(place) ? sum + amount : sum), 0)
  if (asked <= brought) return null
  const fewer = [...new Set(chosen.map(([place]) => place))]
  const more = [...new Set(reached.map(([place]) => place))].filter(place => !isChosen(place))
  return {
    columns: [...fewer, ...more],
    weights: [...fewer.map(() => -1), ...more.map(() => 1)],
    least: 1 - fewer.length,
  }
}

/** Checks in exact arithmetic whether a choice of parts is feasible. */
const checked = (component: Component, parts: Fraction[]): Checked => {
  const exact = parts.map(part => ({ least: part, below: null }))
  if (!component.limits.every(limit => canMeetLimit(limit, exact))) return { choice: null, cut: null }
  const scale = commonDenominator(parts)
  const sumOf = (amounts: ReadonlyMap<number, number>): bigint => {
    let sum = 0n
    for (const [place, amount] of amounts)
      sum += BigInt(amount) * parts[place]!.over * (scale / parts[place]!.under)
    return sum
  }
  for (const network of component.networks) {
    const wants = network.needs.map(({ amounts, from }) => ({ amount: sumOf(amounts), from }))
    const short = findSupplyShortage(wants, network.supplies.map(sumOf))
    if (short !== null) return { choice: null, cut: coverOf(component, parts, network, short) }
  }
  return { choice: { parts, value: worthAt(component, parts) }, cut: null }
}

/** The solver's answer as parts: whole items rounded, divided ones at what they contract, or slightly less. */
const partsAt = (
  component: Component,
  x: readonly number[],
  less: number,
  forced?: RequiredWin,
): Fraction[] =>
  component.items.map(({ isWhole }, place) => {
    if (isWhole) return x[place]! > 0.5 ? ONE : ZERO
    const must = place === forced?.place ? forced.way : -1
    return snapped(component, place, Math.min(1, Math.max(0, x[place]!)), less, must)
  })

/** Fractions from a solver's whole units: the smallest that contracts these units of a divisible item. */
const partsOfUnits = (
  { items }: Component,
  x: readonly number[],
  divided: readonly PartialWin[],
  box: UnitRanges,
  less: number,
): Fraction[] =>
  items.map(({ isWhole }, at) => {
    if (isWhole) return x[at]! > 0.5 ? ONE : ZERO
    return divided
      .filter(({ place }) => place === at)
      .flatMap(({ units }) => units)
      .map(unit => ratio(Math.max(rangeOf(box, unit)[0], Math.round(x[unit.column]!) - less), unit.wanted))
      .reduce(maxFraction, ZERO)
  })

/** Smallest part that an item can win: the whole or, if divisible, a ten-thousandth of a unit of all it asks for. */
const leastOf = ({ isWhole, ways }: WinnableItem, way: number): number =>
  isWhole ? 1 : Math.max(...unitAmountsOf(ways[way]!).map(wanted => 1 / wanted))

const asked = (milp: Milp, { items }: Component, { absent, forced, rows = [] }: ComponentQuestion): Milp => ({
  ...milp,
  lower: milp.lower.map((low, at) => (at === forced?.place ? leastOf(items[at]!, forced.way) : low)),
  upper: milp.upper.map((high, at) => (at < items.length && absent?.(at) === true ? 0 : high)),
  rows: [...milp.rows, ...rows],
})

/** The full range of units, with at least one unit of everything for a way that must be won. */
const wholeBox = ({ items }: Component, forced: RequiredWin | undefined): UnitRanges => {
  const must = forced === undefined ? undefined : items[forced.place]!.ways[forced.way]
  return new Map(
    contractedUnitBounds(items).flatMap(({ way, wanted }, index) =>
      way === must ? [[index, [1, wanted]] as const] : [],
    ),
  )
}

/** Restricts a program to ranges of units: a bid then pays at most the whole pence for its highest units. */
const boxed = (milp: Milp, divided: readonly PartialWin[], box: UnitRanges): Milp => {
  const lower = [...milp.lower]
  const upper = [...milp.upper]
  const finest = Math.max(1, ...divided.flatMap(({ units }) => units.map(({ wanted }) => wanted)))
  for (const { place, bid, due, units } of divided) {
    for (const one of units) {
      const [low, high] = rangeOf(box, one)
      lower[one.column] = low
      upper[one.column] = high
      // Just below the smallest part that contracts one more unit.
      const most = (high + 1 - 0.5 / finest) / one.wanted
      upper[place] = Math.min(upper[place]!, most)
    }
    const most = units.map(one => (BigInt(bid) * BigInt(rangeOf(box, one)[1])) / BigInt(one.wanted))
    const least = most.reduce((a, b) => (a < b ? a : b))
    upper[due] = bid === 0 ? 1 : Number(least) / bid
  }
  return { ...milp, lower, upper }
}

/**
 * Splits the space around a point into boxes: in each, the numbers before one are those of the point, and that one
 * differs.
 */
export const splitRangesAroundPoint = (
  units: readonly { index: number; wanted: number }[],
  point: readonly number[],
  box: UnitRanges,
): { apart: UnitRanges[]; here: UnitRanges } => {
  const here = new Map(box)
  const apart: UnitRanges[] = []
  units.forEach(({ index, wanted }, at) => {
    const [low, high] = box.get(index) ?? [0, wanted]
    const number = Math.min(high, Math.max(low, point[at]!))
    if (number > low) apart.push(new Map([...here, [index, [low, number - 1]]]))
    if (number < high) apart.push(new Map([...here, [index, [number + 1, high]]]))
    here.set(index, [number, number])
  })
  return { apart, here }
}

/** True if the units that these parts contract are within a box. */
const isWithin = ({ items }: Component, parts: readonly Fraction[], box: UnitRanges): boolean =>
  contractedUnitBounds(items).every(({ place, way, kind }, index) => {
    const [low, high] = box.get(index) ?? [0, Infinity]
    const units = unitsAtFraction(way, parts[place]!)[kind]
    return units >= low && units <= high
  })

/** Limit of questions about one component after infeasible answers or for smaller boxes. */
const MOST_QUESTIONS = 100
/** Noise of the solver's sums, absolute (in pence) and relative. */
const NOISE = 0.01
const RELATIVE_NOISE = 1e-12

/**
 * The second solver, and whether the question is repeated in another form because the first answer contradicted the
 * file.
 */
export interface SolverClient {
  solver: SecondSolver
  isCareful: boolean
}

/**
 * The best choice of a component by the second solver. Its answer is rounded to whole units and checked with exact
 * maximum flows; an infeasible one is forbidden by a row that excludes nothing feasible, and the question repeated.
 * Divided bids are first taken as fractions; then, if rounding could matter, as whole units; and if more than whole
 * pence is due for these, box by box of units around the points found.
 */
export const findBestChoice = (
  component: Component,
  { solver, isCareful }: SolverClient,
  question: ComponentQuestion = {},
): BestChoice => {
  const isDivided = component.items.some(({ isWhole }) => !isWhole)
  const rows = [...(question.rows ?? [])]
  let program = toMilp(component, question.within !== undefined, isCareful)
  let choice: ExactChoice | null = null
  let unsettled = -Infinity
  let open: UnitRanges[] = [question.within ?? new Map()]
  for (let asks = 0; ; asks += 1) {
    const box = open.pop()
    if (box === undefined) return { choice, bound: Math.max(unsettled, choice?.value ?? -Infinity) }
    if (asks === MOST_QUESTIONS) return { choice, bound: Infinity }
    const milp = boxed(asked(program.milp, component, { ...question, rows }), program.divided, box)
    const answer = solver(milp, isCareful)
    const pence = answer.bound * PENCE_PER_POUND
    const bound = Math.floor(pence + NOISE + Math.abs(pence) * RELATIVE_NOISE)
    if (answer.status === 'unfinished')
      return {
        choice,
        bound: open.length === 0 ? Math.max(bound, unsettled, choice?.value ?? -Infinity) : Infinity,
      }
    if (answer.status === 'none') continue
    if (choice !== null && choice.value >= bound) continue
    let cut: MilpRow | null = null
    for (const less of isDivided ? [0, 1, 2] : [0]) {
      const parts =
        program.divided.length === 0
          ? partsAt(component, answer.x, less, question.forced)
          : partsOfUnits(component, answer.x, program.divided, box, less)
      if (!isWithin(component, parts, box)) continue
      const found = checked(component, parts)
      if (found.choice !== null) {
        if (choice === null || found.choice.value > choice.value) choice = found.choice
        break
      }
      cut ??= found.cut
    }
    if (choice !== null && choice.value >= bound) continue
    if (cut !== null) {
      rows.push(cut)
      open.push(box)
    } else if (isDivided && program.divided.length === 0) {
      program = toMilp(component, true, isCareful)
      open = [wholeBox(component, question.forced)]
    } else {
      const units = program.divided.flatMap(way => way.units)
      const point = units.map(({ column }) => Math.round(answer.x[column]!))
      const { apart, here } = splitRangesAroundPoint(units, point, box)
      if (apart.length === 0) unsettled = Math.max(unsettled, bound)
      else open.push(...apart, here)
    }
  }
}
