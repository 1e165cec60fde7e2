import { splitRangesAroundPoint, findBestChoice, type UnitRanges } from './best.ts'
import type { Component } from './components.ts'
import { compareFractions, ZERO, addFractions, ratio, type Fraction } from './exact/fraction.ts'
import {
  countWithNoun,
  recordedWonFractions,
  recordedValueOfComponent,
  namesOfChosenWinners,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'
import type { MilpRow } from './milp.ts'
import { unitsAtFraction, contractedUnitBounds } from './parts.ts'

/** Limit of counted alternatives in one part, besides the match taken. */
const MOST_COUNTED = 20
/** Limit of matches as good searched for in one part, including those that differ only in parts of divided bids. */
const MOST_FOUND = 60

type Parts = readonly Fraction[]
type Items = Pick<Component, 'items'>

/** Order of the items by the earliest bid or offer in each: by its instant, then its id, then the way to win. */
const orderOf = ({ items }: Items): number[] => {
  const keys = items.map(({ projects, ways }) =>
    [
      ...projects.map(({ offeredAt, id }) => [new Date(offeredAt).toISOString(), id, 'project'].join('|')),
      ...ways.map(({ requirement: { bidAt, id }, ongoingOnly }) =>
        [new Date(bidAt).toISOString(), id, ongoingOnly ? 'ongoing' : 'full'].join('|'),
      ),
    ].toSorted(),
  )
  return items.map((_, at) => at).toSorted((a, b) => (keys[a]![0]! < keys[b]![0]! ? -1 : 1))
}

const servedBy = ({ items }: Items, parts: Parts): Fraction =>
  items.reduce((sum, { ways }, at) => {
    const { over, under } = parts[at]!
    return addFractions(sum, ratio(over * BigInt(ways.length), under))
  }, ZERO)

const projectsIn = ({ items }: Items, parts: Parts): number =>
  items.reduce((sum, { projects }, at) => (parts[at]!.over === 0n ? sum : sum + projects.length), 0)

/** Step of the tie rule that distinguishes two matches as good, and its preference: positive for the first. */
export const compareByTieRule = (
  component: Items,
  a: Parts,
  b: Parts,
): { step: 2 | 3 | 4; prefers: number } => {
  const served = compareFractions(servedBy(component, a), servedBy(component, b))
  if (served !== 0) return { step: 2, prefers: served }
  const projects = projectsIn(component, b) - projectsIn(component, a)
  if (projects !== 0) return { step: 3, prefers: projects }
  const first = orderOf(component).find(at => compareFractions(a[at]!, b[at]!) !== 0)
  return { step: 4, prefers: first === undefined ? 0 : compareFractions(a[first]!, b[first]!) }
}

/** Row by which at least one whole item changes between won and lost; null if all are divided. */
const differsFrom = ({ items }: Component, parts: Parts): MilpRow | null => {
  const columns = items.flatMap(({ isWhole }, at) => (isWhole ? [at] : []))
  if (columns.length === 0) return null
  const isTaken = (at: number): boolean => parts[at]!.over !== 0n
  return {
    columns,
    weights: columns.map(at => (isTaken(at) ? -1 : 1)),
    least: 1 - columns.filter(isTaken).length,
  }
}

/** Region in which to search for matches as good: ranges of units, and whole choices to differ from. */
interface Region {
  within: UnitRanges
  rows: readonly MilpRow[]
}

/** Splits a region without one match: others with the same units, and all with other units. */
const without = (component: Component, { within, rows }: Region, parts: Parts): Region[] => {
  const units = contractedUnitBounds(component.items).map((unit, index) => ({ ...unit, index }))
  const point = units.map(({ place, way, kind }) => unitsAtFraction(way, parts[place]!)[kind])
  const { apart, here } = splitRangesAroundPoint(units, point, within)
  const other = differsFrom(component, parts)
  return [
    ...apart.map(box => ({ within: box, rows })),
    ...(other === null ? [] : [{ within: here, rows: [...rows, other] }]),
  ]
}

/** Matches of a part as good as the one filed; null if the second solver did not settle whether there are more. */
const asGood = (market: CheckedMarket, component: Component, filed: Parts, worth: number): Parts[] | null => {
  const found: Parts[] = []
  const regions = without(component, { within: new Map(), rows: [] }, filed)
  while (found.length < MOST_FOUND) {
    const region = regions.pop()
    if (region === undefined) break
    const { choice, bound } = findBestChoice(component, market, region)
    if (choice !== null && choice.value >= worth) {
      found.push(choice.parts)
      regions.push(...without(component, region, choice.parts))
    } else if (bound >= worth) return null
  }
  return found
}

/** Matches as good of one part, and the last step of the rule that was needed to choose among them. */
interface Tie {
  /** Those that differ in whole items, besides the one taken. */
  alternatives: number
  /** Some differ in parts of divided bids. */
  isDivided: boolean
  step: 1 | 2 | 3 | 4
  isFull: boolean
}

const wholeKey = ({ items }: Component, parts: Parts): string =>
  items.map(({ isWhole }, at) => (isWhole && parts[at]!.over !== 0n ? 1 : 0)).join('')

const tieOf = (component: Component, filed: Parts, others: readonly Parts[], findings: string[]): Tie => {
  const own = wholeKey(component, filed)
  const wholes = new Set(others.map(parts => wholeKey(component, parts)))
  wholes.delete(own)
  let step: Tie['step'] = 1
  for (const parts of others) {
    const { step: by, prefers } = compareByTieRule(component, filed, parts)
    if (by > step) step = by
    if (prefers < 0)
      findings.push(
        `The tie rule selects another match that is equally good, with ${namesOfChosenWinners(component, parts)} (step ${by})`,
      )
  }
  return {
    alternatives: wholes.size,
    isDivided:
      others.some(parts => wholeKey(component, parts) === own) || component.items.some(one => !one.isWhole),
    step,
    isFull: wholes.size > MOST_COUNTED || others.length >= MOST_FOUND,
  }
}

/**
 * Checks the filed number of other matches that are as good. It is a product, minus one for the match taken: each
 * part contributes the number of its equally good choices that differ in whole items. A part in which only divided bids
 * tie counts twice.
 */
const isRightNumber = (told: number, ties: readonly Tie[]): boolean => {
  const many = ties.reduce((product, { alternatives }) => product * (alternatives + 1), 1)
  const divided = ties.filter(({ isDivided, step }) => isDivided && step > 1)
  const least = divided.filter(({ alternatives }) => alternatives === 0).length
  return Array.from({ length: divided.length - least + 1 }, (_, at) => many * 2 ** (least + at) - 1).includes(
    told,
  )
}

const ownersIn = ({ items }: Component): string =>
  [...new Set(items.map(({ owner }) => owner))].slice(0, 4).join(', ')

/**
 * Checks that the published rule decided the tie: searches every part for other matches as good and compares them
 * with the filed one by the sum of parts won, the fewest projects, and the earliest bids and offers.
 */
export const checkTieBreaking = (market: CheckedMarket): VerificationFindings => {
  const parts = recordedWonFractions(market)
  const findings: string[] = []
  const open: string[] = []
  const ties: Tie[] = []
  for (const component of market.components) {
    const filed = component.places.map(place => parts[place]!)
    const others = asGood(market, component, filed, recordedValueOfComponent(market, component))
    if (others === null)
      open.push(`ties in the part of ${ownersIn(component)}: the second solver did not settle them`)
    else {
      const tie = tieOf(component, filed, others, findings)
      if (tie.isFull)
        open.push(
          `ties in the part of ${ownersIn(component)}: more matches are equally good than are counted`,
        )
      ties.push(tie)
    }
  }
  const { alternatives, decidedBy } = market.result.tie
  const step = Math.max(1, ...ties.map(tie => tie.step))
  const most = ties.reduce((product, tie) => product * (tie.alternatives + 1), 1) - 1
  if (open.length === 0 && !isRightNumber(alternatives, ties))
    findings.push(
      `The number of other equally good matches, ${alternatives}, is wrong: ${most} differ in whole items`,
    )
  if (decidedBy < step || (decidedBy > step && open.length === 0))
    findings.push(`Step ${step} of the tie rule decided, not step ${decidedBy}`)
  return {
    findings,
    open,
    done: [
      `The second solver looked for other equally good matches in ${ties.length} of ${countWithNoun(market.components.length, 'part')}: it found ${countWithNoun(most, 'match', 'matches')}, and the tie rule compared them.`,
    ],
  }
}
