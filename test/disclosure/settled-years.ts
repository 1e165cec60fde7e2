import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import type { SettledPriceRound, SettledPurchase } from '#domain/prices/price-cells'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'

/** Some settled years of invented markets, and their purchases. */
export interface SettledYears {
  rounds: SettledPriceRound[]
  purchases: SettledPurchase[]
}

const several = <T>(r: RandomNumberGenerator, from: readonly T[], least: number, most: number): T[] => {
  const left = [...from]
  return Array.from({ length: Math.min(r.whole(least, most), left.length) }, () =>
    left.splice(r.whole(0, left.length - 1), 1),
  ).flat()
}

/** Rounds of two markets in two years: crowded or thin, with agents, and with organisations that buy and sell. */
export const createSettledYears = (seed: number): SettledYears => {
  const r = createSeededRandom(seed)
  const crowd = r.whole(4, 14)
  const buyers = Array.from({ length: crowd }, (_, at) => `buyer-${at}`)
  const sellers = Array.from({ length: r.whole(3, 9) }, (_, at) => `seller-${at}`)
  const both = r.chance(0.2) ? several(r, sellers, 1, 5) : []
  const types = several(r, CREDIT_TYPES, 1, 2)
  const areas = ['north', 'south', 'east'].slice(0, r.whole(1, 3))
  const rounds = Array.from({ length: r.whole(1, 5) }, (_, at) => ({
    id: `round-${at}`,
    marketId: r.pick(['hills', 'levels']),
    year: r.whole(2024, 2025),
    knownTogether: r.chance(0.3) ? [several(r, [...buyers, ...sellers], 2, 4)] : [],
  }))
  const purchases = rounds.flatMap(({ id }) => {
    const here = several(r, [...buyers, ...both], 2, crowd)
    return here.flatMap(buyerId =>
      Array.from({ length: r.whole(1, 2) }, (): SettledPurchase => {
        const units = r.whole(1, 400) * 1000
        return {
          roundId: id,
          creditType: r.pick(types),
          areaId: r.pick(areas),
          buyerId,
          supplierIds: several(
            r,
            sellers.filter(one => one !== buyerId),
            1,
            4,
          ),
          units,
          payment: r.whole(1000, 90_000) * (units / 1000),
        }
      }),
    )
  })
  return {
    rounds: rounds.map(round => {
      const its = purchases.filter(({ roundId }) => roundId === round.id)
      const paid = (organisationId: string) => ({ organisationId, payment: 1 })
      const got = (organisationId: string) => ({ organisationId, payment: -1 })
      const sold = [...new Set(its.flatMap(({ supplierIds }) => supplierIds))]
      const bought = [...new Set(its.map(({ buyerId }) => buyerId))].filter(id => !sold.includes(id))
      return { ...round, organisations: [...bought.map(paid), ...sold.map(got)] }
    }),
    purchases,
  }
}
