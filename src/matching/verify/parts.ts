import { ALL, compared, floorOf, larger, NOTHING, plus, quotient, type Fraction } from './fraction.ts'
import type { RequirementResult, Result } from './result-shape.ts'
import type { Item, Limit, Round, Way } from './round.ts'

/** The parts of an item that contract the same whole units: from `least` up to, but not including, `below`. */
export interface Part {
  least: Fraction
  /** Null where no other part will do: the whole, or nothing of what wins whole or not at all. */
  below: Fraction | null
}

/** How much of a requirement a way to win is contracted for. */
export interface Units {
  ongoing: number
  additional: number
}

const wantedBy = ({ requirement, ongoingOnly }: Way): Units => ({
  ongoing: requirement.ongoingUnits,
  additional: ongoingOnly ? 0 : requirement.additionalUnits,
})

const wonBy = (way: Way, result: RequirementResult | undefined): Units =>
  result?.won === true && result.ongoingOnly === way.ongoingOnly
    ? { ongoing: result.ongoingUnits, additional: result.additionalUnits }
    : { ongoing: 0, additional: 0 }

const KINDS = ['ongoing', 'additional'] as const

/** The amounts that a way to win asks for, of either kind of units. */
export const amountsOf = (way: Way): number[] =>
  KINDS.map(kind => wantedBy(way)[kind]).filter(units => units > 0)

/** What is contracted of each kind of units that a way to win asks for, over what it asks for. */
const ratiosOf = (way: Way, won: Units): { have: Fraction; next: Fraction }[] => {
  const wanted = wantedBy(way)
  return KINDS.filter(kind => wanted[kind] > 0).map(kind => ({
    have: quotient(won[kind], wanted[kind]),
    next: quotient(won[kind] + 1, wanted[kind]),
  }))
}

const least = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce((a, b) => (compared(a, b) < 0 ? a : b))

/** The part of a bid that is due for the units contracted: the smaller of what is won of either kind of units. */
export const partOfBid = (way: Way, won: Units): Fraction => least(ratiosOf(way, won).map(({ have }) => have))

/** The bid for the units contracted, in whole pence, rounded down. */
export const valueOf = (way: Way, won: Units): number => {
  const { over, under } = partOfBid(way, won)
  return Number(floorOf({ over: BigInt(way.bid) * over, under }))
}

/** The units that a part contracts: rounded down to ten-thousandths. */
export const unitsAt = (way: Way, { over, under }: Fraction): Units => {
  const wanted = wantedBy(way)
  const at = (units: number): number => Number((BigInt(units) * over) / under)
  return { ongoing: at(wanted.ongoing), additional: at(wanted.additional) }
}

/** The part won of an item, or null where its units belong to no part of it. */
const partOf = ({ projects, ways, isWhole }: Item, wins: (id: string) => boolean, won: readonly Units[]) => {
  if (projects.length > 0) {
    const winners = projects.filter(({ id }) => wins(id)).length
    if (winners !== 0 && winners !== projects.length) return null
    return { least: winners === 0 ? NOTHING : ALL, below: null }
  }
  const ratios = ways.flatMap((way, at) => ratiosOf(way, won[at]!))
  const from = ratios.reduce((most, { have }) => larger(most, have), NOTHING)
  const to = least(ratios.map(({ next }) => next))
  if (compared(from, ALL) > 0 || compared(from, to) >= 0) return null
  const isFixed = isWhole || compared(from, ALL) === 0
  if (isWhole && from.over !== 0n && compared(from, ALL) !== 0) return null
  return { least: from, below: isFixed ? null : to }
}

const nameOf = ({ projects, ways }: Item): string =>
  projects.length > 0
    ? `Project ${projects.map(({ id }) => id).join(' and ')}`
    : `Requirement ${ways.map(({ requirement }) => requirement.id).join(' and ')}`

/** The part won of every item of a round by a result, and what is wrong with those that are no parts. */
export const partsWon = (
  { items }: Round,
  result: Result,
): { parts: (Part | null)[]; findings: string[] } => {
  const funded = new Set(result.projects.filter(({ won }) => won).map(({ id }) => id))
  const byId = new Map(result.requirements.map(one => [one.id, one]))
  const parts = items.map(item =>
    partOf(
      item,
      id => funded.has(id),
      item.ways.map(way => wonBy(way, byId.get(way.requirement.id))),
    ),
  )
  const findings = items.flatMap((item, at) => {
    if (parts[at] !== null) return []
    const several = item.projects.length + item.ways.length > 1
    const alike = several ? 'its members have not won alike' : 'its units are not a part that it may win'
    return [`${nameOf(item)}: ${item.isWhole && !several ? 'it must win whole or not at all' : alike}`]
  })
  return { parts, findings }
}

const total = (limit: Limit, sign: 1 | -1, of: (item: number) => Fraction): Fraction =>
  limit.items.reduce((sum, item, at) => {
    const weight = limit.weights[at]! * sign
    const { over, under } = of(item)
    return weight > 0 ? plus(sum, quotient(over * BigInt(weight), under)) : sum
  }, NOTHING)

/** Can parts that contract these units keep a limit? */
export const keeps = (limit: Limit, parts: readonly (Part | null)[]): boolean => {
  const lowest = (item: number): Fraction => parts[item]?.least ?? NOTHING
  if (!limit.isEqual) return compared(total(limit, 1, lowest), ALL) <= 0
  const highest = (item: number): Fraction => parts[item]?.below ?? lowest(item)
  const [a, b] = [total(limit, 1, lowest), total(limit, -1, lowest)]
  if (compared(a, b) === 0) return true
  const [low, high] = compared(a, b) < 0 ? ([1, b] as const) : ([-1, a] as const)
  return compared(high, total(limit, low, highest)) < 0
}

/** Every number of whole units that a part of something divided is contracted for, with the most it may be. */
export const unitsIn = (
  items: readonly Item[],
): { place: number; way: Way; kind: keyof Units; wanted: number }[] =>
  items.flatMap(({ isWhole, ways }, place) =>
    isWhole
      ? []
      : ways.flatMap(way =>
          KINDS.map(kind => ({ place, way, kind, wanted: wantedBy(way)[kind] })).filter(
            ({ wanted }) => wanted > 0,
          ),
        ),
  )
