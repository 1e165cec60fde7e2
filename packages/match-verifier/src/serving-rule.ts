import { takenOn } from './flows.ts'
import { usableUnitsSuppliedOnDay, type VerifierRound } from './round.ts'
import type { Project, Requirement, Service } from './shapes/problem-shape.ts'
import type { MatchResult } from './shapes/result-shape.ts'

/** A funded service, and the units that it can give on a day. */
interface Giver {
  project: Project
  service: Service
  units: number
}

/** A winning requirement, and the bounds of what it gets on a day. */
interface Taker {
  requirement: Requirement
  least: number
  most: number
}

/** A service that may serve a requirement, with the units on this day and in the following period. */
interface Link {
  taker: number
  giver: number
  distance: number
  amount: number
  later: number
}

/** A change of one unit: from a node of the network to another one, with its distance and the units that it keeps. */
interface Change {
  to: number
  distance: number
  kept: number
  /** Null between a service and the units that it has left. */
  link: Link | null
}

/** Who serves whom on a day: nodes are takers, then givers, then all units left. */
interface Network {
  takers: readonly Taker[]
  givers: readonly Giver[]
  links: readonly Link[]
  changes: readonly (readonly Change[])[]
}

/** Compares the first pairs of texts that differ. */
const comesBefore = (a: readonly string[], b: readonly string[]): boolean => {
  const at = a.findIndex((text, place) => text !== b[place])
  return at >= 0 && a[at]! < b[at]!
}

const inOrder = <T>(list: readonly T[], keysOf: (one: T) => readonly string[]): T[] =>
  list
    .map(one => ({ one, keys: keysOf(one) }))
    .toSorted((a, b) => (comesBefore(a.keys, b.keys) ? -1 : 1))
    .map(({ one }) => one)

const moment = (at: string): string => new Date(at).toISOString()

/** How far a project is: in the same planning authority and character area, authority alone, area alone, or elsewhere. */
const distanceBetween = (need: Requirement, project: Project): number => {
  const elsewhere = need.lpaId === null || need.lpaId !== project.lpaId ? 2 : 0
  const outside = need.ncaId === null || need.ncaId !== project.ncaId ? 1 : 0
  return elsewhere + outside
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** All changes of one unit that are possible. */
const changesIn = (
  takers: readonly Taker[],
  givers: readonly Giver[],
  links: readonly Link[],
): Change[][] => {
  const left = takers.length + givers.length
  const changes = Array.from({ length: left + 1 }, (): Change[] => [])
  const sold = givers.map(() => 0)
  for (const link of links) {
    const { taker, giver, distance, amount, later } = link
    sold[giver]! += amount
    changes[taker]!.push({ to: takers.length + giver, distance, kept: amount < later ? 1 : 0, link })
    if (amount > 0)
      changes[takers.length + giver]!.push({
        to: taker,
        distance: -distance,
        kept: amount <= later ? -1 : 0,
        link,
      })
  }
  givers.forEach(({ units }, giver) => {
    const free = { distance: 0, kept: 0, link: null }
    if (sold[giver]! < units) changes[takers.length + giver]!.push({ to: left, ...free })
    if (sold[giver]! > 0) changes[left]!.push({ to: takers.length + giver, ...free })
  })
  return changes
}

/** The units that each service gives each requirement on a day, the reserve on top of needs included. */
const givenOn = ({ problem }: VerifierRound, { flows }: MatchResult, day: string): Map<string, number> => {
  const isOnTop = problem.reserve?.appliesTo !== 'supply'
  const given = new Map<string, number>()
  for (const { requirementId, serviceId, start, end, units, reserved } of flows) {
    if (start > day || (end !== null && day >= end)) continue
    const key = JSON.stringify([requirementId, serviceId])
    given.set(key, (given.get(key) ?? 0) + units + (isOnTop ? reserved : 0))
  }
  return given
}

const networkOn = (
  round: VerifierRound,
  result: MatchResult,
  day: string,
  { given, later }: Record<'given' | 'later', ReadonlyMap<string, number>>,
): Network => {
  const { problem } = round
  const won = new Map(result.requirements.filter(one => one.won).map(one => [one.id, one]))
  const funded = new Set(result.projects.filter(one => one.won).map(({ id }) => id))
  const takers = inOrder(
    problem.requirements.filter(({ id }) => won.has(id)),
    ({ bidAt, id }) => [moment(bidAt), id],
  ).flatMap((requirement): Taker[] => {
    const own = won.get(requirement.id)!
    const { use, least, most } = takenOn(
      round,
      { requirement, ongoingOnly: own.ongoingOnly, bid: 0 },
      own,
      day,
    )
    return use === 0 ? [] : [{ requirement, least: use + least, most: use + most }]
  })
  const givers = inOrder(
    problem.projects
      .filter(({ id }) => funded.has(id))
      .flatMap(project => project.services.map(service => ({ project, service }))),
    ({ project, service }) => [
      service.supply.map(({ start }) => start).toSorted()[0] ?? '',
      moment(project.offeredAt),
      project.id,
      service.id,
    ],
  ).map(one => ({ ...one, units: usableUnitsSuppliedOnDay(problem, one.service, day) }))
  const links = takers.flatMap(({ requirement }, taker) => {
    const may = new Set(round.serves.get(requirement.id)!.map(at => round.offers[at]!.service.id))
    return givers.flatMap(({ project, service }, giver): Link[] => {
      const key = JSON.stringify([requirement.id, service.id])
      return may.has(service.id)
        ? [
            {
              taker,
              giver,
              distance: distanceBetween(requirement, project),
              amount: given.get(key) ?? 0,
              later: later.get(key) ?? 0,
            },
          ]
        : []
    })
  })
  return { takers, givers, links, changes: changesIn(takers, givers, links) }
}

/** Distance and units kept, up to the same number for all nodes. */
interface Label {
  distance: number
  kept: number
}

const isLess = (a: Label, b: Label): boolean =>
  a.distance < b.distance || (a.distance === b.distance && a.kept > b.kept)

const after = (label: Label, { distance, kept }: Change): Label => ({
  distance: label.distance + distance,
  kept: label.kept + kept,
})

/**
 * Labels by which no change is an improvement, which proves that there is none; null if there is a cycle of changes that is one
 * (Bellman and Ford).
 */
const labelsOf = (changes: Network['changes']): Label[] | null => {
  const labels = changes.map((): Label => ({ distance: 0, kept: 0 }))
  for (let turn = 0; turn <= labels.length; turn += 1) {
    let isDone = true
    changes.forEach((own, from) => {
      for (const change of own) {
        const next = after(labels[from]!, change)
        if (!isLess(next, labels[change.to]!)) continue
        labels[change.to] = next
        isDone = false
      }
    })
    if (isDone) return labels
  }
  return null
}

/** All nodes to which changes lead from a node. */
const reachOf = (
  changes: Network['changes'],
  start: number,
  may: (from: number, change: Change) => boolean,
): Set<number> => {
  const reached = new Set([start])
  for (const node of reached)
    for (const change of changes[node]!) if (may(node, change)) reached.add(change.to)
  return reached
}

/** The first requirement that could get more of its reserve, as its turn comes before those that would get less. */
const couldGetMore = ({ takers, givers, links, changes }: Network): Taker | undefined => {
  const amounts = takers.map((_, at) =>
    sum(links.filter(({ taker }) => taker === at).map(({ amount }) => amount)),
  )
  return takers.find(({ most }, at) => {
    if (amounts[at]! >= most) return false
    const reached = reachOf(changes, at, () => true)
    return (
      reached.has(takers.length + givers.length) ||
      takers.some(({ least }, other) => other > at && reached.has(other) && amounts[other]! > least)
    )
  })
}

/** The first service that could serve a requirement more, as its turn comes before everything that would change. */
const couldTakeMore = ({ takers, links, changes }: Network, labels: readonly Label[]): Link | undefined => {
  const fixed = new Set<Link>()
  const isFree = (from: number, { to, distance, kept, link }: Change): boolean =>
    labels[from]!.distance + distance === labels[to]!.distance &&
    labels[from]!.kept + kept === labels[to]!.kept &&
    (link === null || !fixed.has(link))
  const left = takers.map((_, at) =>
    sum(links.filter(({ taker }) => taker === at).map(({ amount }) => amount)),
  )
  return links.find(link => {
    const { taker, giver, amount } = link
    const node = takers.length + giver
    const more = changes[taker]!.find(change => change.to === node)!
    const isOpen = left[taker]! > 0 && isFree(taker, more)
    left[taker]! -= amount
    fixed.add(link)
    return isOpen && left[taker]! > 0 && reachOf(changes, node, isFree).has(taker)
  })
}

/**
 * Checks that who serves whom follows from the published rule, in every period from the last one backwards: the least total of
 * units times distance; of all such ways the one that keeps the most units with the same service in the following period;
 * then each requirement in the order of bids takes as much as possible from each service in the order of first days of supply
 * and offers. Flows that keep to the rules of the round are assumed.
 */
export const findServingRuleErrors = (round: VerifierRound, result: MatchResult): string[] => {
  const findings: string[] = []
  let later = new Map<string, number>()
  for (const day of round.periods.toReversed()) {
    const given = givenOn(round, result, day)
    const network = networkOn(round, result, day, { given, later })
    later = given
    const short = couldGetMore(network)
    const labels = labelsOf(network.changes)
    const link = labels === null ? undefined : couldTakeMore(network, labels)
    if (short !== undefined)
      findings.push(
        `From ${day} on, requirement ${short.requirement.id} could get more of its reserve: who serves whom does not follow the rule`,
      )
    else if (labels === null)
      findings.push(
        `From ${day} on, some units could come from nearer, or from the same service as later: who serves whom does not follow the rule`,
      )
    else if (link !== undefined)
      findings.push(
        `From ${day} on, service ${network.givers[link.giver]!.service.id} could serve more of requirement ${network.takers[link.taker]!.requirement.id}: who serves whom does not follow the rule`,
      )
  }
  return findings
}
