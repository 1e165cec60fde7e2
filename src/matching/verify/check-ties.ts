import { around, bestOf, type Box } from './best.ts'
import type { Component } from './components.ts'
import { compared, NOTHING, plus, quotient, type Fraction } from './fraction.ts'
import { counted, filedParts, filedWorth, winnersIn, type Market, type Verdict } from './market.ts'
import type { MilpRow } from './milp.ts'
import { unitsAt, unitsIn } from './parts.ts'

/** Of no part are more matches as good counted than this, besides the one taken. */
const MOST_COUNTED = 20
/** So many matches as good of one part are looked for, those counted that differ in parts of divided bids alone. */
const MOST_FOUND = 60

type Parts = readonly Fraction[]
type Items = Pick<Component, 'items'>

/** Items by their earliest change: of a bid or offer, then its id, then what it is for. */
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
    return plus(sum, quotient(over * BigInt(ways.length), under))
  }, NOTHING)

const projectsIn = ({ items }: Items, parts: Parts): number =>
  items.reduce((sum, { projects }, at) => (parts[at]!.over === 0n ? sum : sum + projects.length), 0)

/** Which step of the rule tells two matches as good apart, and which of them it takes: above 0 the first. */
export const decided = (component: Items, a: Parts, b: Parts): { step: 2 | 3 | 4; prefers: number } => {
  const served = compared(servedBy(component, a), servedBy(component, b))
  if (served !== 0) return { step: 2, prefers: served }
  const projects = projectsIn(component, b) - projectsIn(component, a)
  if (projects !== 0) return { step: 3, prefers: projects }
  const first = orderOf(component).find(at => compared(a[at]!, b[at]!) !== 0)
  return { step: 4, prefers: first === undefined ? 0 : compared(a[first]!, b[first]!) }
}

/** At least one whole item is won that was not, or the other way round; null where all are divided. */
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

/** Where matches as good are still to be looked for: within some numbers of units, and unlike some whole choices. */
interface Region {
  within: Box
  rows: readonly MilpRow[]
}

/** What is left of a region without one match: others of the same units, and all of other units. */
const without = (component: Component, { within, rows }: Region, parts: Parts): Region[] => {
  const units = unitsIn(component.items).map((unit, index) => ({ ...unit, index }))
  const point = units.map(({ place, way, kind }) => unitsAt(way, parts[place]!)[kind])
  const { apart, here } = around(units, point, within)
  const other = differsFrom(component, parts)
  return [
    ...apart.map(box => ({ within: box, rows })),
    ...(other === null ? [] : [{ within: here, rows: [...rows, other] }]),
  ]
}

/** Matches of a part as good as the one filed; null when the second solver did not settle whether there are more. */
const asGood = (market: Market, component: Component, filed: Parts, worth: number): Parts[] | null => {
  const found: Parts[] = []
  const regions = without(component, { within: new Map(), rows: [] }, filed)
  while (found.length < MOST_FOUND) {
    const region = regions.pop()
    if (region === undefined) break
    const { choice, bound } = bestOf(component, market, region)
    if (choice !== null && choice.value >= worth) {
      found.push(choice.parts)
      regions.push(...without(component, region, choice.parts))
    } else if (bound >= worth) return null
  }
  return found
}

/** The matches as good of one part, and the last step of the rule that was needed to choose among them. */
interface Tie {
  /** Besides the one taken, those that differ in whole items. */
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
    const { step: by, prefers } = decided(component, filed, parts)
    if (by > step) step = by
    if (prefers < 0)
      findings.push(
        `The tie rule takes another match that is as good: with ${winnersIn(component, parts)} (step ${by})`,
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
 * The number of matches as good that a file may give: the product, over the parts, of those in each that differ in whole
 * items, less the one taken. Where a tie between parts of divided bids was decided, a part counts for two.
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
 * Was the tie decided by the published rule? Every part is asked for other matches as good, and these are compared with
 * the one filed: by the sum of parts won, the fewest projects, and as much as possible of the earliest bid or offer.
 */
export const checkTies = (market: Market): Verdict => {
  const parts = filedParts(market)
  const findings: string[] = []
  const open: string[] = []
  const ties: Tie[] = []
  for (const component of market.components) {
    const filed = component.places.map(place => parts[place]!)
    const others = asGood(market, component, filed, filedWorth(market, component))
    if (others === null)
      open.push(`ties in the part of ${ownersIn(component)}: the second solver did not settle them`)
    else {
      const tie = tieOf(component, filed, others, findings)
      if (tie.isFull)
        open.push(`ties in the part of ${ownersIn(component)}: more matches are as good than are counted`)
      ties.push(tie)
    }
  }
  const { alternatives, decidedBy } = market.result.tie
  const step = Math.max(1, ...ties.map(tie => tie.step))
  const most = ties.reduce((product, tie) => product * (tie.alternatives + 1), 1) - 1
  if (open.length === 0 && !isRightNumber(alternatives, ties))
    findings.push(
      `The number of other matches as good, ${alternatives}, is not right: ${most} differ in whole items`,
    )
  if (decidedBy < step || (decidedBy > step && open.length === 0))
    findings.push(`Step ${step} of the tie rule decided, not step ${decidedBy}`)
  return {
    findings,
    open,
    done: [
      `${counted(ties.length, 'part')} of ${market.components.length} had other matches as good looked for by the second solver: ${counted(most, 'match', 'matches')} found, and compared by the tie rule.`,
    ],
  }
}
