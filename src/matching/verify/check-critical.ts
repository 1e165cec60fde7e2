import { bestOf, type Choice, type Forced } from './best.ts'
import { drawn } from './chance.ts'
import type { Component } from './components.ts'
import { counted, filedWorth, settledValue, slackOf, type Market, type Verdict } from './market.ts'
import { partOfBid, unitsAt, valueOf } from './parts.ts'
import type { ProjectResult } from './result-shape.ts'
import type { Item } from './round.ts'

/** Up to so many losers all are asked again; of more, so many. */
const MOST_ALL = 60
const SAMPLED = 24

interface Loser {
  told: ProjectResult
  isProject: boolean
  /** The offer, or the bid for all of it. */
  price: number
  /** Null where no supply at all could meet it. */
  found: { component: Component; forced: Forced } | null
}

const losersOf = ({ result, components, round }: Market): Loser[] => {
  const find = (wayIn: (item: Item) => number): Loser['found'] => {
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

/** The same component where a requirement bids another amount for all of it. */
const withBid = (component: Component, id: string, bid: number): Component => ({
  ...component,
  items: component.items.map(item => ({
    ...item,
    ways: item.ways.map(way => (way.requirement.id === id && !way.ongoingOnly ? { ...way, bid } : way)),
  })),
})

/** What a loser lacked, in pence, and its critical price; null when no price would do. */
interface Asked {
  short: number | null
  critical: number | null
  /** What is filed is neither that nor provably anything else. */
  isWrong?: boolean
}

/** An item that wins whole: what the match is worth less with it forced in. Null when that is not settled. */
const ofWhole = (market: Market, { isProject, price, found }: Loser): Asked | null => {
  if (found === null) return { short: null, critical: null }
  const forced = settledValue(market, found.component, { forced: found.forced })
  if (forced === null) return null
  if (forced === -Infinity) return { short: null, critical: null }
  const short = filedWorth(market, found.component) - forced
  if (isProject) return { short, critical: price < short ? null : price - short }
  return { short, critical: price + short }
}

/** The least bid at which a choice with a part of a requirement would be worth as much as the best; exact. */
const neededFor = (component: Component, { found }: Loser, choice: Choice, best: number): bigint => {
  const { place, way: at } = found!.forced
  const part = choice.parts[place]!
  const way = component.items[place]!.ways[at]!
  const { over, under } = partOfBid(way, unitsAt(way, part))
  const short = BigInt(best - choice.value + valueOf(way, unitsAt(way, part))) * under
  return short <= 0n ? 0n : (short + over - 1n) / over
}

/**
 * A divided bid: some match with a part of it is worth as much as the best at its critical price, and none below; but
 * the price is never below what was bid.
 */
const ofDivided = (market: Market, loser: Loser): Asked | null => {
  const { told, price, found } = loser
  if (found === null) return { short: null, critical: null }
  const { component, forced } = found
  const best = filedWorth(market, component)
  const { critical } = told
  if (critical === null) {
    const { choice, bound } = bestOf(component, market, { forced })
    if (choice === null) return bound === -Infinity ? { short: null, critical } : null
    const isMissing = neededFor(component, loser, choice, best) <= BigInt(Number.MAX_SAFE_INTEGER)
    return isMissing ? { short: Infinity, critical, isWrong: true } : null
  }
  const worth = (bid: number): number | null =>
    settledValue(market, withBid(component, told.id, bid), { forced })
  const at = worth(critical)
  const under = critical <= price ? -Infinity : worth(critical - 1)
  if (at === null || under === null) return null
  const slack = slackOf(market, component)
  return { short: critical - price, critical, isWrong: at < best - slack || under >= best + slack }
}

const REASONS = ['price', 'tie', 'group', 'notEnoughUnits'] as const

/** The reason that rests on what was lacking; another one rests on the problem, and is checked from that. */
const reasonOf = ({ isProject }: Loser, short: number | null): (typeof REASONS)[number] =>
  short === null ? (isProject ? 'group' : 'notEnoughUnits') : short <= 0 ? 'tie' : 'price'

const hasRival = ({ round, result }: Market, id: string): boolean => {
  const won = new Set([...result.projects, ...result.requirements].filter(one => one.won).map(one => one.id))
  return round.problem.groups.some(
    ({ type, memberIds }) =>
      type === 'XOR' && memberIds.includes(id) && memberIds.some(member => member !== id && won.has(member)),
  )
}

/** What is wrong with what is filed of a loser: null when nothing is, undefined when it was not settled. */
const wrongWith = (market: Market, loser: Loser): string | null | undefined => {
  const { told, isProject, found } = loser
  const name = `${isProject ? 'Project' : 'Requirement'} ${told.id}`
  const isWhole = found === null || found.component.items[found.forced.place]!.isWhole
  const asked = isWhole ? ofWhole(market, loser) : ofDivided(market, loser)
  if (asked === null) return undefined
  const { short, critical, isWrong } = asked
  if (told.critical === null && (isWrong === true || critical !== null))
    return `${name}: its critical price is missing${critical === null ? '' : `; it is ${critical}`}`
  const slack = found === null ? 0 : slackOf(market, found.component)
  const isOff = critical === null || told.critical === null || Math.abs(critical - told.critical) > slack
  if (isWrong === true || (critical !== told.critical && isOff))
    return `${name}: its critical price is ${isWrong ? 'not' : `${critical ?? 'none'}, not`} ${told.critical}`
  const reason = reasonOf(loser, short)
  const isOfPrice = told.reason === 'price' || told.reason === 'tie'
  const isOfNone = told.reason === reasonOf(loser, null) && !hasRival(market, told.id)
  const isRight = told.reason === reason || !(isOfPrice || (isOfNone && found !== null))
  return isRight ? null : `${name}: it lost for the reason ${reason}, not ${told.reason}`
}

/** Are the critical prices and the reasons that rest on them right? Each is one more question, with the loser forced in. */
export const checkCritical = (market: Market): Verdict => {
  const losers = losersOf(market)
  const isAll = losers.length <= MOST_ALL
  const sample = isAll ? losers.map((_, at) => at) : drawn(SAMPLED, losers.length, market.chance)
  const answers = sample.map(at => wrongWith(market, losers[at]!))
  const settled = answers.filter(answer => answer !== undefined)
  const missing = sample.length - settled.length
  return {
    findings: settled.filter(answer => answer !== null),
    open:
      missing === 0 ? [] : [`${counted(missing, 'critical price')} that the second solver did not settle`],
    done: [
      `Critical prices and reasons of ${settled.length} of ${counted(losers.length, 'loser')} were asked again with the loser forced in${isAll ? '' : ` (a sample, seed ${market.seed})`}.`,
    ],
  }
}
