import type { Units } from '@credit-market/values/units'
import { createServingNetwork, type ServingNetwork } from './serving-network.ts'

/** One way to serve a taker. */
export interface ServingPair {
  /** Index of the giver. */
  giver: number
  distance: number
  /** Units that the giver gives the taker in the following period. */
  later: Units
}

/** Minimum and maximum that a taker gets, and from whom, in its order of preference. */
export interface TransportDemand {
  least: Units
  most: Units
  pairs: readonly ServingPair[]
}

/** Gives a taker more along cheapest paths, until it has an amount or nothing is left that can reach it. */
const bring = (network: ServingNetwork, taker: number, amount: Units): Units => {
  let missing = amount
  while (missing > 0) {
    const path = network.cheapestPath(taker)
    if (path === null) break
    missing -= network.push(path, missing)
  }
  return amount - missing
}

/**
 * Among the cheapest ways to serve everyone, lets each taker in turn take as much as possible from each giver in its order
 * of preference, without taking back what an earlier choice gave.
 */
const takeTurns = (network: ServingNetwork, demands: readonly TransportDemand[]): void => {
  network.findPotentials()
  demands.forEach(({ pairs }, taker) => {
    let left = pairs.reduce((sum, _, at) => sum + network.amountOf(taker, at), 0)
    for (const at of pairs.keys()) {
      if (left > 0)
        for (;;) {
          const cycle = network.freeCycle(taker, at)
          if (cycle === null) break
          network.push(cycle, Infinity)
        }
      left -= network.amountOf(taker, at)
      network.fix(taker, at)
    }
  })
}

/**
 * Distributes whole units from givers to takers by the published rule; returns for each taker the amount of each of its pairs.
 * Everyone gets the minimum, and then in turn as much more as there is. Of all ways to do so, one with the least total of
 * units times distance; of these, one that keeps the most units with the same giver in the following period; of these, the
 * first taker gets as much as possible from its first giver, then from its second one, and so on, then the next taker.
 * Throws if there is not enough for all minimums. Whole numbers exist because all bounds are whole (Hoffman and Kruskal 1956).
 */
export const solveTransportProblem = (
  demands: readonly TransportDemand[],
  supply: readonly Units[],
): Units[][] => {
  const network = createServingNetwork(demands, supply)
  demands.forEach(({ least }, taker) => {
    if (bring(network, taker, least) < least) throw new Error('There are not enough units for all winners')
  })
  demands.forEach(({ least, most }, taker) => void bring(network, taker, most - least))
  takeTurns(network, demands)
  return demands.map(({ pairs }, taker) => pairs.map((_, at) => network.amountOf(taker, at)))
}
