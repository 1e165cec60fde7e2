import type { Component } from './components.ts'
import { settledValue, type Market } from './market.ts'

/** Parts of a market in which the same organisations won: what their coalitions are worth adds up. */
export interface Cluster {
  winners: string[]
  components: Component[]
  /** What some of the winners are worth together with all losers, in pence; null where it was not settled. */
  valueOf: (present: ReadonlySet<string>) => number | null
}

/** The parts of a market with winners, put together where an organisation won in both. */
export const clustersOf = (market: Market): Cluster[] => {
  const won = new Set(market.result.organisations.map(({ organisationId }) => organisationId))
  const winning = new Set(
    [...market.result.projects, ...market.result.requirements].filter(one => one.won).map(({ id }) => id),
  )
  const live = market.components.filter(({ items }) =>
    items.some(
      ({ projects, ways }) =>
        projects.some(({ id }) => winning.has(id)) ||
        ways.some(({ requirement }) => winning.has(requirement.id)),
    ),
  )
  let groups = live.map(component => ({
    components: [component],
    winners: new Set(component.items.map(({ owner }) => owner).filter(owner => won.has(owner))),
  }))
  for (const owner of won) {
    const own = groups.filter(({ winners }) => winners.has(owner))
    if (own.length < 2) continue
    const joined = {
      components: own.flatMap(({ components }) => components),
      winners: new Set(own.flatMap(({ winners }) => [...winners])),
    }
    groups = [...groups.filter(group => !own.includes(group)), joined]
  }
  return groups.map(({ components, winners }) => clusterOf(market, components, [...winners].toSorted()))
}

const clusterOf = (market: Market, components: Component[], winners: string[]): Cluster => {
  const among = new Set(winners)
  const ownersIn = components.map(({ items }) =>
    winners.filter(one => items.some(({ owner }) => owner === one)),
  )
  const known = new Map<string, number | null>()
  const valueOf = (present: ReadonlySet<string>): number | null => {
    let sum = 0
    for (const [at, component] of components.entries()) {
      const key = JSON.stringify([at, ...ownersIn[at]!.filter(owner => present.has(owner))])
      if (!known.has(key)) {
        const absent = (place: number): boolean => {
          const { owner } = component.items[place]!
          return among.has(owner) && !present.has(owner)
        }
        known.set(key, settledValue(market, component, { absent }))
      }
      const value = known.get(key) ?? null
      if (value === null) return null
      sum += value
    }
    return sum
  }
  return { winners, components, valueOf }
}
