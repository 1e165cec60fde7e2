import type { Component } from './components.ts'
import { ALL, commonDenominator, compared, larger, NOTHING, quotient, type Fraction } from './fraction.ts'
import { milpOf, PENCE, type DividedWay, type Milp, type MilpRow, type UnitColumn } from './milp.ts'
import { amountsOf, keeps, unitsAt, unitsIn, valueOf } from './parts.ts'
import { worthOf, type Item } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { shortageIn } from './transport.ts'

/** A choice of parts that keeps every rule exactly, and what it is worth in whole pence. */
export interface Choice {
  parts: Fraction[]
  value: number
}

/** From which to which number of units of divided bids is sought, by their place among all such units. */
export type Box = ReadonlyMap<number, readonly [number, number]>

const rangeOf = (box: Box, { index, wanted }: UnitColumn): readonly [number, number] =>
  box.get(index) ?? [0, wanted]

/** A way to win of an item, by their places; a project has none. */
export interface Forced {
  place: number
  way: number
}

/** What is asked of a component besides its best choice. */
export interface Question {
  /** Items that are not there. */
  absent?: (place: number) => boolean
  /** A way to win of an item that must be won: in full, or where it is divided, something of everything it asks for. */
  forced?: Forced
  /** More rows over the items. */
  rows?: readonly MilpRow[]
  /** Only so many units of divided bids. */
  within?: Box
}

/** The best choice that the second solver found and that holds exactly, and what it says nothing can exceed. */
export interface Best {
  choice: Choice | null
  /** In whole pence; below every value when nothing is possible, above when the solver did not finish. */
  bound: number
}

/** A choice of parts is possible exactly, or these rows forbid it and nothing that is possible. */
type Checked = { choice: Choice; cut: null } | { choice: null; cut: MilpRow | null }

/**
 * The least part that contracts the units which a part of so much contracts, given or taken the solver's noise; of a way
 * that must be won, one of everything at the least.
 */
const snapped = ({ items }: Component, place: number, x: number, less: number, must: number): Fraction => {
  const ratios = items[place]!.ways.flatMap((way, at) =>
    amountsOf(way).map(wanted => {
      const units = Math.floor(wanted * x + Math.max(1e-6, wanted * 2e-9)) - less
      return quotient(Math.min(wanted, Math.max(at === must ? 1 : 0, units)), wanted)
    }),
  )
  return ratios.reduce(larger, NOTHING)
}

/** What parts of a component are worth: whole pence of what they contract. */
const worthAt = ({ items }: Component, parts: readonly Fraction[]): number =>
  items.reduce((sum, item, place) => {
    const part = parts[place]!
    if (part.over === 0n) return sum
    if (compared(part, ALL) === 0) return sum + worthOf(item)
    return sum + item.ways.reduce((own, way) => own + valueOf(way, unitsAt(way, part)), 0)
  }, 0)

/** Chosen needs that ask more than the funded supplies they reach: one fewer of those, or one more of these. */
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

/** Is a choice of parts possible, in exact arithmetic? */
const checked = (component: Component, parts: Fraction[]): Checked => {
  const exact = parts.map(part => ({ least: part, below: null }))
  if (!component.limits.every(limit => keeps(limit, exact))) return { choice: null, cut: null }
  const scale = commonDenominator(parts)
  const sumOf = (amounts: ReadonlyMap<number, number>): bigint => {
    let sum = 0n
    for (const [place, amount] of amounts)
      sum += BigInt(amount) * parts[place]!.over * (scale / parts[place]!.under)
    return sum
  }
  for (const network of component.networks) {
    const wants = network.needs.map(({ amounts, from }) => ({ amount: sumOf(amounts), from }))
    const short = shortageIn(wants, network.supplies.map(sumOf))
    if (short !== null) return { choice: null, cut: coverOf(component, parts, network, short) }
  }
  return { choice: { parts, value: worthAt(component, parts) }, cut: null }
}

/** The solver's answer as parts: whole items rounded, divided ones at what they contract, or a little less. */
const partsAt = (component: Component, x: readonly number[], less: number, forced?: Forced): Fraction[] =>
  component.items.map(({ isWhole }, place) => {
    if (isWhole) return x[place]! > 0.5 ? ALL : NOTHING
    const must = place === forced?.place ? forced.way : -1
    return snapped(component, place, Math.min(1, Math.max(0, x[place]!)), less, must)
  })

/** The same where whole units were sought: divided items at the least part that has so many, within a box. */
const partsOfUnits = (
  { items }: Component,
  x: readonly number[],
  divided: readonly DividedWay[],
  box: Box,
  less: number,
): Fraction[] =>
  items.map(({ isWhole }, at) => {
    if (isWhole) return x[at]! > 0.5 ? ALL : NOTHING
    return divided
      .filter(({ place }) => place === at)
      .flatMap(({ units }) => units)
      .map(unit => quotient(Math.max(rangeOf(box, unit)[0], Math.round(x[unit.column]!) - less), unit.wanted))
      .reduce(larger, NOTHING)
  })

/** The least part of an item that has a way won: all of it, or one ten-thousandth of everything that this asks for. */
const leastOf = ({ isWhole, ways }: Item, way: number): number =>
  isWhole ? 1 : Math.max(...amountsOf(ways[way]!).map(wanted => 1 / wanted))

const asked = (milp: Milp, { items }: Component, { absent, forced, rows = [] }: Question): Milp => ({
  ...milp,
  lower: milp.lower.map((low, at) => (at === forced?.place ? leastOf(items[at]!, forced.way) : low)),
  upper: milp.upper.map((high, at) => (at < items.length && absent?.(at) === true ? 0 : high)),
  rows: [...milp.rows, ...rows],
})

/** All there is, with one unit of everything at the least of a way that must be won. */
const wholeBox = ({ items }: Component, forced: Forced | undefined): Box => {
  const must = forced === undefined ? undefined : items[forced.place]!.ways[forced.way]
  return new Map(
    unitsIn(items).flatMap(({ way, wanted }, index) => (way === must ? [[index, [1, wanted]] as const] : [])),
  )
}

/** A program within a box: no more is due than the whole pence for its largest numbers of units. */
const boxed = (milp: Milp, divided: readonly DividedWay[], box: Box): Milp => {
  const lower = [...milp.lower]
  const upper = [...milp.upper]
  const finest = Math.max(1, ...divided.flatMap(({ units }) => units.map(({ wanted }) => wanted)))
  for (const { place, bid, due, units } of divided) {
    for (const one of units) {
      const [low, high] = rangeOf(box, one)
      lower[one.column] = low
      upper[one.column] = high
      // A part that would contract one more lies above, by less than this.
      const most = (high + 1 - 0.5 / finest) / one.wanted
      upper[place] = Math.min(upper[place]!, most)
    }
    const most = units.map(one => (BigInt(bid) * BigInt(rangeOf(box, one)[1])) / BigInt(one.wanted))
    const least = most.reduce((a, b) => (a < b ? a : b))
    upper[due] = bid === 0 ? 1 : Number(least) / bid
  }
  return { ...milp, lower, upper }
}

/** The boxes around a point: in each the numbers before one are those of the point, and that one is another. */
export const around = (
  units: readonly { index: number; wanted: number }[],
  point: readonly number[],
  box: Box,
): { apart: Box[]; here: Box } => {
  const here = new Map(box)
  const apart: Box[] = []
  units.forEach(({ index, wanted }, at) => {
    const [low, high] = box.get(index) ?? [0, wanted]
    const number = Math.min(high, Math.max(low, point[at]!))
    if (number > low) apart.push(new Map([...here, [index, [low, number - 1]]]))
    if (number < high) apart.push(new Map([...here, [index, [number + 1, high]]]))
    here.set(index, [number, number])
  })
  return { apart, here }
}

/** Do parts contract numbers of units that lie in a box? */
const isWithin = ({ items }: Component, parts: readonly Fraction[], box: Box): boolean =>
  unitsIn(items).every(({ place, way, kind }, index) => {
    const [low, high] = box.get(index) ?? [0, Infinity]
    const units = unitsAt(way, parts[place]!)[kind]
    return units >= low && units <= high
  })

/** So often the second solver is told what it took for possible and was not, or asked about a smaller box. */
const MOST_QUESTIONS = 100
/** Noise of the solver's sums, in pence and as a part of them. */
const NOISE = 0.01
const RELATIVE_NOISE = 1e-12

/** What answers, and whether it is asked again because what it said did not fit what is filed. */
export interface Asker {
  solver: SecondSolver
  isCareful: boolean
}

/**
 * The best choice of a component by the second solver. What it finds is rounded to whole units and checked with exact
 * maximum flows; what turns out impossible is forbidden by a row that forbids nothing possible, and it is asked again.
 * Where bids are divided it first takes their parts as they are; if rounding could matter, as whole units; and where
 * more is due for these than whole pence, box by box of units around the points it finds.
 */
export const bestOf = (component: Component, { solver, isCareful }: Asker, question: Question = {}): Best => {
  const isDivided = component.items.some(({ isWhole }) => !isWhole)
  const rows = [...(question.rows ?? [])]
  let program = milpOf(component, question.within !== undefined, isCareful)
  let choice: Choice | null = null
  let unsettled = -Infinity
  let open: Box[] = [question.within ?? new Map()]
  for (let asks = 0; ; asks += 1) {
    const box = open.pop()
    if (box === undefined) return { choice, bound: Math.max(unsettled, choice?.value ?? -Infinity) }
    if (asks === MOST_QUESTIONS) return { choice, bound: Infinity }
    const milp = boxed(asked(program.milp, component, { ...question, rows }), program.divided, box)
    const answer = solver(milp, isCareful)
    if (answer.status === 'unfinished') return { choice, bound: Infinity }
    if (answer.status === 'none') continue
    const pence = answer.bound * PENCE
    const bound = Math.floor(pence + NOISE + Math.abs(pence) * RELATIVE_NOISE)
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
      program = milpOf(component, true, isCareful)
      open = [wholeBox(component, question.forced)]
    } else {
      const units = program.divided.flatMap(way => way.units)
      const point = units.map(({ column }) => Math.round(answer.x[column]!))
      const { apart, here } = around(units, point, box)
      if (apart.length === 0) unsettled = Math.max(unsettled, bound)
      else open.push(...apart, here)
    }
  }
}
