import type { Component } from './components.ts'
import { bestComponentValue, type CheckedMarket } from './market.ts'
import { findOwnTables } from './own-tables.ts'
import type { RecordedGame } from './tables.ts'

/** Parts of a market in which the same organisations won; their coalition values are added. */
export interface WinnerCluster {
  winners: string[]
  components: Component[]
  /** Value of some winners together with all losers, in pence; null if it was not settled. */
  valueOf: (present: ReadonlySet<string>) => number | null
  /** The values of all sets by component, if they can be found with few questions; else null. */
  allValues: () => RecordedGame[] | null
}

/** The components in which someone won, each with all winning organisations that have an item in it. */
export const listWinningComponents = (market: CheckedMarket): WinnerCluster[] => {
  const won = new Set(market.result.organisations.map(({ organisationId }) => organisationId))
  const winning = new Set(
    [...market.result.projects, ...market.result.requirements].filter(one => one.won).map(({ id }) => id),
  )
  return market.components
    .filter(({ items }) =>
      items.some(
        ({ projects, ways }) =>
          projects.some(({ id }) => winning.has(id)) ||
          ways.some(({ requirement }) => winning.has(requirement.id)),
      ),
    )
    .map(component => {
      const owners = new Set(component.items.map(({ owner }) => owner).filter(owner => won.has(owner)))
      return clusterOf(market, [component], [...owners].toSorted())
    })
}

/** Joins the components that have winners: two are in one cluster if some organisation won in both. */
export const clusterComponentsByWinner = (market: CheckedMarket): WinnerCluster[] => {
  let groups = listWinningComponents(market).map(({ components, winners }) => ({
    components,
    winners: new Set(winners),
  }))
  for (const { organisationId: owner } of market.result.organisations) {
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

const clusterOf = (market: CheckedMarket, components: Component[], winners: string[]): WinnerCluster => {
  const among = new Set(winners)
  const ownersIn = components.map(({ items }) =>
    winners.filter(one => items.some(({ owner }) => owner === one)),
  )
  let tables: RecordedGame[] | null | undefined
  const allValues = (): RecordedGame[] | null => {
    if (tables !== undefined) return tables
    const own = components.map((component, at) => findOwnTables(market, component, ownersIn[at]!))
    tables = own.every(game => game !== null) ? own : null
    return tables
  }
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
        known.set(key, bestComponentValue(market, component, { absent }))
      }
      const value = known.get(key) ?? null
      if (value === null) return null
      sum += value
    }
    return sum
  }
  return { winners, components, valueOf, allValues }
}
