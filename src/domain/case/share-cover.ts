import type { Units } from '@credit-market/values/units'
import { createCoverNetwork, type CoverNetwork } from './cover-network.ts'

/** Fraction of every need that can be met. */
interface Level {
  part: bigint
  whole: bigint
}

const FULL: Level = { part: 1n, whole: 1n }

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Set of needs that lack most, with the level at which all of them can be met; undefined if every need can be met in full. */
const tightestSet = (
  network: CoverNetwork,
  needs: readonly bigint[],
  supplies: readonly bigint[],
): { set: number[]; reach: number[]; level: Level } | undefined => {
  let tightest: { set: number[]; reach: number[]; level: Level } | undefined
  for (;;) {
    const { part, whole } = tightest?.level ?? FULL
    const { short } = network.flow(
      needs.map(need => need * part),
      supplies.map(supply => supply * whole),
    )
    if (short === undefined) return tightest
    const reach = network.reachOf(short)
    tightest = {
      ...{ set: short, reach },
      level: { part: sumOf(reach.map(at => supplies[at]!)), whole: sumOf(short.map(at => needs[at]!)) },
    }
  }
}

/** Share of every need, rounded down, if those that lack most get the same fraction. */
const fractionalShares = (
  network: CoverNetwork,
  needs: readonly bigint[],
  supplies: readonly bigint[],
): bigint[] => {
  const shares = [...needs]
  const open = [...needs]
  const left = [...supplies]
  for (;;) {
    const tightest = tightestSet(network, open, left)
    if (tightest === undefined) return shares
    const { set, reach, level } = tightest
    for (const at of set) {
      shares[at] = (needs[at]! * level.part) / level.whole
      open[at] = 0n
    }
    for (const at of reach) left[at] = 0n
  }
}

/**
 * Shares supplies among needs so that as much as possible is met: row by need, column by supply (decision 0191). Where supplies are
 * too small, the needs that compete for them get the same fraction; what rounding leaves goes to the earliest need. `accepts` says
 * which supply may serve which need.
 */
export const shareCover = (
  needs: readonly Units[],
  supplies: readonly Units[],
  accepts: (need: number, supply: number) => boolean,
): Units[][] => {
  const exactNeeds = needs.map(BigInt)
  const exactSupplies = supplies.map(BigInt)
  const network = createCoverNetwork(
    needs.map((_need, need) =>
      supplies.flatMap((_supply, supply) => (accepts(need, supply) ? [supply] : [])),
    ),
  )
  const shares = fractionalShares(network, exactNeeds, exactSupplies)
  for (const [at, need] of exactNeeds.entries()) {
    if (shares[at] === need) continue
    const more = shares.with(at, shares[at]! + 1n)
    if (network.flow(more, exactSupplies).short === undefined) shares[at] = more[at]!
  }
  const { amounts } = network.flow(shares, exactSupplies)
  return amounts.map(row => supplies.map((_supply, at) => Number(row.get(at) ?? 0n)))
}
