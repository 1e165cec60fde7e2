import {
  ONE,
  compareFractions,
  floorFraction,
  maxFraction,
  ZERO,
  addFractions,
  ratio,
  type Fraction,
} from './exact/fraction.ts'
import type { RequirementResult, MatchResult } from './shapes/result-shape.ts'
import type { WinnableItem, ItemConstraint, VerifierRound, WayToWin } from './round.ts'

/** Range of fractions of an item that contract the same whole units: from `least` (included) to `below` (excluded). */
export interface WonFractionRange {
  least: Fraction
  /** Null if no other part will do: the whole, or nothing of an item that wins whole or not at all. */
  below: Fraction | null
}

/** Contracted units of a requirement. */
export interface ContractedUnits {
  ongoing: number
  additional: number
}

const wantedBy = ({ requirement, ongoingOnly }: WayToWin): ContractedUnits => ({
  ongoing: requirement.ongoingUnits,
  additional: ongoingOnly ? 0 : requirement.additionalUnits,
})

const wonBy = (way: WayToWin, result: RequirementResult | undefined): ContractedUnits =>
  result?.won === true && result.ongoingOnly === way.ongoingOnly
    ? { ongoing: result.ongoingUnits, additional: result.additionalUnits }
    : { ongoing: 0, additional: 0 }

const KINDS = ['ongoing', 'additional'] as const

/** Ongoing and additional units that a way to win needs; a kind that it does not need is left out. */
export const unitAmountsOf = (way: WayToWin): number[] =>
  KINDS.map(kind => wantedBy(way)[kind]).filter(units => units > 0)

/** Ratio of contracted to requested units, for each kind of units that a way to win asks for. */
const ratiosOf = (way: WayToWin, won: ContractedUnits): { have: Fraction; next: Fraction }[] => {
  const wanted = wantedBy(way)
  return KINDS.filter(kind => wanted[kind] > 0).map(kind => ({
    have: ratio(won[kind], wanted[kind]),
    next: ratio(won[kind] + 1, wanted[kind]),
  }))
}

const least = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce((a, b) => (compareFractions(a, b) < 0 ? a : b))

/** Fraction of a bid that is due for contracted units: the smaller ratio of contracted to needed units of both kinds. */
export const dueFractionOfBid = (way: WayToWin, won: ContractedUnits): Fraction =>
  least(ratiosOf(way, won).map(({ have }) => have))

/** The bid for the units contracted, in whole pence, rounded down. */
export const dueBidInPence = (way: WayToWin, won: ContractedUnits): number => {
  const { over, under } = dueFractionOfBid(way, won)
  return Number(floorFraction({ over: BigInt(way.bid) * over, under }))
}

/** Units contracted at a fraction, rounded down to ten-thousandths. */
export const unitsAtFraction = (way: WayToWin, { over, under }: Fraction): ContractedUnits => {
  const wanted = wantedBy(way)
  const at = (units: number): number => Number((BigInt(units) * over) / under)
  return { ongoing: at(wanted.ongoing), additional: at(wanted.additional) }
}

/** The part won of an item, or null if no part contracts its units. */
const partOf = (
  { projects, ways, isWhole }: WinnableItem,
  wins: (id: string) => boolean,
  won: readonly ContractedUnits[],
) => {
  if (projects.length > 0) {
    const winners = projects.filter(({ id }) => wins(id)).length
    if (winners !== 0 && winners !== projects.length) return null
    return { least: winners === 0 ? ZERO : ONE, below: null }
  }
  const ratios = ways.flatMap((way, at) => ratiosOf(way, won[at]!))
  const from = ratios.reduce((most, { have }) => maxFraction(most, have), ZERO)
  const to = least(ratios.map(({ next }) => next))
  if (compareFractions(from, ONE) > 0 || compareFractions(from, to) >= 0) return null
  const isFixed = isWhole || compareFractions(from, ONE) === 0
  if (isWhole && from.over !== 0n && compareFractions(from, ONE) !== 0) return null
  return { least: from, below: isFixed ? null : to }
}

const nameOf = ({ projects, ways }: WinnableItem): string =>
  projects.length > 0
    ? `Project ${projects.map(({ id }) => id).join(' and ')}`
    : `Requirement ${ways.map(({ requirement }) => requirement.id).join(' and ')}`

/** The part won of every item of a round by a result, and errors for units that are no part. */
export const readWonFractions = (
  { items }: VerifierRound,
  result: MatchResult,
): { parts: (WonFractionRange | null)[]; findings: string[] } => {
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
    const alike = several
      ? 'its members did not win the same part'
      : 'its units are not a part that it can win'
    return [`${nameOf(item)}: ${item.isWhole && !several ? 'it must win whole or not at all' : alike}`]
  })
  return { parts, findings }
}

const total = (limit: ItemConstraint, sign: 1 | -1, of: (item: number) => Fraction): Fraction =>
  limit.items.reduce((sum, item, at) => {
    const weight = limit.weights[at]! * sign
    const { over, under } = of(item)
    return weight > 0 ? addFractions(sum, ratio(over * BigInt(weight), under)) : sum
  }, ZERO)

/** True if some parts that contract these units meet a limit. */
export const canMeetLimit = (limit: ItemConstraint, parts: readonly (WonFractionRange | null)[]): boolean => {
  const lowest = (item: number): Fraction => parts[item]?.least ?? ZERO
  if (!limit.isEqual) return compareFractions(total(limit, 1, lowest), ONE) <= 0
  const highest = (item: number): Fraction => parts[item]?.below ?? lowest(item)
  const [a, b] = [total(limit, 1, lowest), total(limit, -1, lowest)]
  if (compareFractions(a, b) === 0) return true
  const [low, high] = compareFractions(a, b) < 0 ? ([1, b] as const) : ([-1, a] as const)
  return compareFractions(high, total(limit, low, highest)) < 0
}

/** Numbers of whole units that a part of something divided can contract, with the most it may be. */
export const contractedUnitBounds = (
  items: readonly WinnableItem[],
): { place: number; way: WayToWin; kind: keyof ContractedUnits; wanted: number }[] =>
  items.flatMap(({ isWhole, ways }, place) =>
    isWhole
      ? []
      : ways.flatMap(way =>
          KINDS.map(kind => ({ place, way, kind, wanted: wantedBy(way)[kind] })).filter(
            ({ wanted }) => wanted > 0,
          ),
        ),
  )
