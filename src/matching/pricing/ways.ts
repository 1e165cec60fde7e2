import type { Row } from '../model/program.ts'
import type { ConnectorCost } from './join.ts'

/** A way to fund connectors that breaks no row among them: which, by their places in the cut, and what they ask. */
export interface Way {
  connectors: number[]
  cost: number
}

/** All ways to fund some connectors, none of them first. */
export const waysOf = (
  connectors: readonly number[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
): Way[] =>
  Array.from({ length: 2 ** connectors.length }, (_, set) => connectors.filter((__, k) => (set >> k) & 1))
    .filter(funded =>
      rows.every(({ columns, coefficients, limit }) => {
        const sum = columns.reduce((total, at, k) => total + (funded.includes(at) ? coefficients[k]! : 0), 0)
        return sum <= limit || !columns.every(column => connectors.includes(column))
      }),
    )
    .map(funded => ({ connectors: funded, cost: funded.reduce((sum, at) => sum + costs[at]!.cost, 0) }))

/** Each way by the connectors of one block: a set of their places in it. */
export const localWays = (ways: readonly Way[], connectors: readonly number[]): Int32Array =>
  Int32Array.from(ways, way =>
    way.connectors.reduce((set, at) => {
      const place = connectors.indexOf(at)
      return place < 0 ? set : set | (1 << place)
    }, 0),
  )

/** The ways whose owners are all there, or lost. */
export const waysWith = (
  ways: readonly Way[],
  costs: readonly ConnectorCost[],
  present: (winner: number) => boolean,
): Way[] => ways.filter(way => way.connectors.every(at => costs[at]!.owner < 0 || present(costs[at]!.owner)))
