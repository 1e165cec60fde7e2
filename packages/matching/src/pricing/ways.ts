import type { Row } from '../model/program.ts'
import type { ConnectorCostAndOwner } from './join.ts'

/** A set of funded connectors (indices in the cut) that breaks no row among them, and its cost in pence. */
export interface ConnectorFunding {
  connectors: number[]
  cost: number
}

/** Lists every allowed set of funded connectors, the empty set first. */
export const enumerateConnectorFundings = (
  connectors: readonly number[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
): ConnectorFunding[] =>
  Array.from({ length: 2 ** connectors.length }, (_, set) => connectors.filter((__, k) => (set >> k) & 1))
    .filter(funded =>
      rows.every(({ columns, coefficients, limit }) => {
        const sum = columns.reduce((total, at, k) => total + (funded.includes(at) ? coefficients[k]! : 0), 0)
        return sum <= limit || !columns.every(column => connectors.includes(column))
      }),
    )
    .map(funded => ({ connectors: funded, cost: funded.reduce((sum, at) => sum + costs[at]!.cost, 0) }))

/** Bit set of each funding: the funded connectors of one block, by their index in it. */
export const fundedConnectorSetsOfBlock = (
  ways: readonly ConnectorFunding[],
  connectors: readonly number[],
): Int32Array =>
  Int32Array.from(ways, way =>
    way.connectors.reduce((set, at) => {
      const place = connectors.indexOf(at)
      return place < 0 ? set : set | (1 << place)
    }, 0),
  )

/** Keeps the fundings whose connectors are owned by losers or by winners who are present. */
export const fundingsWithOwnersPresent = (
  ways: readonly ConnectorFunding[],
  costs: readonly ConnectorCostAndOwner[],
  present: (winner: number) => boolean,
): ConnectorFunding[] =>
  ways.filter(way => way.connectors.every(at => costs[at]!.owner < 0 || present(costs[at]!.owner)))
