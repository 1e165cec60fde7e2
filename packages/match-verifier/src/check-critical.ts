import { findBestChoice, type ExactChoice, type RequiredWin } from './best.ts'
import { drawDistinctNumbers } from './exact/chance.ts'
import type { Component } from './components.ts'
import {
  countWithNoun,
  recordedValueOfComponent,
  bestComponentValue,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'
import { dueFractionOfBid, unitsAtFraction, dueBidInPence } from './parts.ts'
import type { ProjectResult } from './shapes/result-shape.ts'
import type { WinnableItem } from './round.ts'

/** With up to this many losers all are checked; with more, a random sample of `SAMPLED`. */
const MOST_ALL = 60
const SAMPLED = 24

interface Loser {
  told: ProjectResult
  isProject: boolean
  /** The offer, or the full bid. */
  price: number
  /** Null if no supply could serve it. */
  found: { component: Component; forced: RequiredWin } | null
}

const losersOf = ({ result, components, round }: CheckedMarket): Loser[] => {
  const find = (wayIn: (item: WinnableItem) => number): Loser['found'] => {
    for (const component of components) {
      const place = component.items.findIndex(item => wayIn(item) >= 0)
      if (place >= 0) return { component, forced: { place, way: wayIn(component.items[place]!) } }
    }
    return null
  }
  const offers = new Map(round.problem.projects.map(({ id, offer }) => [id, offer]))
  const bids = new Map(round.problem.requirements.map(({ id, bid }) => [id, bid]))
  return [
    ...result.projects
      .filter(({ won }) => !won)
      .map(told => ({
        told,
        isProject: true,
        price: offers.get(told.id) ?? 0,
        found: find(({ projects }) => projects.findIndex(({ id }) => id === told.id)),
      })),
    ...result.requirements
      .filter(({ won }) => !won)
      .map(told => ({
        told,
        isProject: false,
        price: bids.get(told.id) ?? 0,
        found: find(({ ways }) =>
          ways.findIndex(({ requirement, ongoingOnly }) => requirement.id === told.id && !ongoingOnly),
        ),
      })),
  ]
}

/** Copies a component and replaces the full bid of one requirement. */
const withBid = (component: Component, id: string, bid: number): Component => ({
  ...component,
  items: component.items.map(item => ({
    ...item,
    ways: item.ways.map(way => (way.requirement.id === id && !way.ongoingOnly ? { ...way, bid } : way)),
  })),
})

/** Pence that a loser lacked, and its critical price; null if no price would do. */
interface Asked {
  short: number | null
  critical: number | null
  /** The filed price is wrong, but the right one is not known. */
  isWrong?: boolean
}

/** For an item that wins whole: the loss of value with the item forced in. Null if that is not settled. */
const ofWhole = (market: CheckedMarket, { isProject, price, found }: Loser): Asked | null => {
  if (found === null) return { short: null, critical: null }
  const forced = bestComponentValue(market, found.component, { forced: found.forced })
  if (forced === null) return null
  if (forced === -Infinity) return { short: null, critical: null }
  const short = recordedValueOfComponent(market, found.component) - forced
  if (isProject) return { short, critical: price < short ? null : price - short }
  return { short, critical: price + short }
}

/** The least bid at which a choice with a part of a requirement would have the best value; exact. */
const neededFor = (component: Component, { found }: Loser, choice: ExactChoice, best: number): bigint => {
  const { place, way: at } = found!.forced
  const part = choice.parts[place]!
  const way = component.items[place]!.ways[at]!
  const { over, under } = dueFractionOfBid(way, unitsAtFraction(way, part))
  const short = BigInt(best - choice.value + dueBidInPence(way, unitsAtFraction(way, part))) * under
  return short <= 0n ? 0n : (short + over - 1n) / over
}

/**
 * For a divided bid: some match with a part of the bid has the best value at the critical price, and none below; the price
 * is never below the bid.
 */
const ofDivided = (market: CheckedMarket, loser: Loser): Asked | null => {
  const { told, price, found } = loser
  if (found === null) return { short: null, critical: null }
  const { component, forced } = found
  const best = recordedValueOfComponent(market, component)
  const { critical } = told
  if (critical === null) {
    const { choice, bound } = findBestChoice(component, market, { forced })
    if (choice === null) return bound === -Infinity ? { short: null, critical } : null
    const isMissing = neededFor(component, loser, choice, best) <= BigInt(Number.MAX_SAFE_INTEGER)
    return isMissing ? { short: Infinity, critical, isWrong: true } : null
  }
  const worth = (bid: number): number | null =>
    bestComponentValue(market, withBid(component, told.id, bid), { forced })
  const at = worth(critical)
  const under = critical <= price ? -Infinity : worth(critical - 1)
  if (at === null || under === null) return null
  return { short: critical - price, critical, isWrong: at < best || under >= best }
}

const REASONS = ['price', 'tie', 'group', 'notEnoughUnits'] as const

/** Reasons that depend on the distance; all others follow from the problem alone and are checked from that. */
const reasonOf = ({ isProject }: Loser, short: number | null): (typeof REASONS)[number] =>
  short === null ? (isProject ? 'group' : 'notEnoughUnits') : short <= 0 ? 'tie' : 'price'

const hasRival = ({ round, result }: CheckedMarket, id: string): boolean => {
  const won = new Set([...result.projects, ...result.requirements].filter(one => one.won).map(one => one.id))
  return round.problem.groups.some(
    ({ type, memberIds }) =>
      type === 'XOR' && memberIds.includes(id) && memberIds.some(member => member !== id && won.has(member)),
  )
}

/** Error in what is filed about a loser: null if there is none, undefined if it was not settled. */
const wrongWith = (market: CheckedMarket, loser: Loser): string | null | undefined => {
  const { told, isProject, found } = loser
  const name = `${isProject ? 'Project' : 'Requirement'} ${told.id}`
  const isWhole = found === null || found.component.items[found.forced.place]!.isWhole
  const asked = isWhole ? ofWhole(market, loser) : ofDivided(market, loser)
  if (asked === null) return undefined
  const { short, critical, isWrong } = asked
  if (told.critical === null && (isWrong === true || critical !== null))
    return `${name}: its critical price is missing${critical === null ? '' : `; it is ${critical}`}`
  if (isWrong === true || critical !== told.critical)
    return `${name}: its critical price is ${isWrong ? 'not' : `${critical ?? 'none'}, not`} ${told.critical}`
  const reason = reasonOf(loser, short)
  const isOfPrice = told.reason === 'price' || told.reason === 'tie'
  const isOfNone = told.reason === reasonOf(loser, null) && !hasRival(market, told.id)
  const isRight = told.reason === reason || !(isOfPrice || (isOfNone && found !== null))
  return isRight ? null : `${name}: it lost for the reason ${reason}, not ${told.reason}`
}

/** Checks critical prices, and the reasons that depend on them, by one more question each with the loser forced in. */
export const checkCriticalPrices = (market: CheckedMarket): VerificationFindings => {
  const losers = losersOf(market)
  const isAll = losers.length <= MOST_ALL
  const sample = isAll
    ? losers.map((_, at) => at)
    : drawDistinctNumbers(SAMPLED, losers.length, market.chance)
  const answers = sample.map(at => wrongWith(market, losers[at]!))
  const settled = answers.filter(answer => answer !== undefined)
  const missing = sample.length - settled.length
  return {
    findings: settled.filter(answer => answer !== null),
    open:
      missing === 0
        ? []
        : [`${countWithNoun(missing, 'critical price')} that the second solver did not settle`],
    done: [
      `Critical prices and reasons of ${settled.length} of ${countWithNoun(losers.length, 'loser')} were recalculated, each with the loser forced to win${isAll ? '' : ` (a sample, seed ${market.seed})`}.`,
    ],
  }
}
