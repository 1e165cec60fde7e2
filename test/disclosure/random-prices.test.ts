import { expect, it } from 'vitest'
import { mapToParties, hasEnoughParties } from '#domain/disclosure/disclosure'
import { type PriceCell, calculatePriceCells, type SettledPurchase } from '#domain/prices/price-cells'
import { valuesDeterminedBy, equation, solve, type Equation, type Solved } from './determined.ts'
import { type SettledYears, createSettledYears } from './settled-years.ts'

const YEARS = 400

const liesIn = (cell: PriceCell, one: SettledPurchase, { rounds }: SettledYears): boolean => {
  const round = rounds.find(({ id }) => id === one.roundId)
  return (
    one.creditType === cell.creditType &&
    round?.year === cell.year &&
    (cell.marketId === null || cell.marketId === round.marketId) &&
    (cell.roundId === null || cell.roundId === one.roundId) &&
    (cell.areaId === null || cell.areaId === one.areaId)
  )
}

/** A reader with known figures: an organisation with its own, an agent with those of its clients in the round. */
interface Reader {
  ids: readonly string[]
  roundId?: string
}

const readersOf = ({ rounds, purchases }: SettledYears): Reader[] => [
  ...[...new Set(purchases.flatMap(({ buyerId, supplierIds }) => [buyerId, ...supplierIds]))].map(id => ({
    ids: [id],
  })),
  ...rounds.flatMap(({ id: roundId, knownTogether }) => knownTogether.map(ids => ({ ids, roundId }))),
]

/** The amount that one organisation paid for one type in one area of one round, which is the finest detail. */
const amountOf = ({ roundId, creditType, areaId, buyerId }: SettledPurchase): string =>
  `${buyerId} paid ${roundId} ${creditType} ${areaId}`

/** Equations that would hold if every visible price were the exact sum of its cell, and those of the totals of rounds. */
const equationsOf = (years: SettledYears, told: readonly PriceCell[]): Equation[] => [
  ...told.map(cell =>
    equation(years.purchases.filter(one => liesIn(cell, one, years)).map(one => [amountOf(one), 1] as const)),
  ),
  ...years.rounds.flatMap(round => {
    const its = years.purchases.filter(({ roundId }) => roundId === round.id)
    const sellers = [...new Set(its.flatMap(({ supplierIds }) => supplierIds))]
    const got = sellers.map(id => [`${id} got ${round.id}`, -1] as const)
    // Payments add up to zero; and the total payments after balancing exclude what sellers bought.
    const nothing = equation([...its.map(one => [amountOf(one), 1] as const), ...got])
    const balanced = its.filter(({ buyerId }) => !sellers.includes(buyerId))
    return hasEnoughParties(round)
      ? [nothing, equation(balanced.map(one => [amountOf(one), 1] as const))]
      : [nothing]
  }),
]

const own = (years: SettledYears, { ids, roundId }: Reader): Equation[] => {
  const isSeen = (id: string): boolean => roundId === undefined || id === roundId
  return [
    ...years.purchases
      .filter(one => ids.includes(one.buyerId) && isSeen(one.roundId))
      .map(one => equation([[amountOf(one), 1]])),
    ...years.rounds
      .filter(({ id }) => isSeen(id))
      .flatMap(({ id }) => ids.map(one => equation([[`${one} got ${id}`, 1]]))),
  ]
}

/** True if this sum of amounts is known. */
const isKnown = (solved: Solved, sum: Equation): boolean =>
  valuesDeterminedBy(solve([equation([...sum, ['sum', -1]])], solved)).has('sum')

/** Amounts of others that two readers can derive together, and sums of fewer than three of them that anyone can. */
const learnt = (years: SettledYears, cells: readonly PriceCell[], told: readonly PriceCell[]): string[] => {
  const published = solve(equationsOf(years, told))
  const alone = solve(equationsOf(years, []))
  const readers = readersOf(years)
  const amounts = readers.flatMap((one, at) =>
    readers.slice(at).flatMap(other => {
      const mine = [...own(years, one), ...own(years, other)]
      const before = valuesDeterminedBy(solve(mine, alone))
      return [...valuesDeterminedBy(solve(mine, published))].filter(name => !before.has(name))
    }),
  )
  const thin = cells.filter(cell => {
    const inside = years.purchases.filter(one => liesIn(cell, one, years))
    const round = years.rounds.find(({ id }) => id === cell.roundId)
    const party = mapToParties(round?.knownTogether ?? [])
    const sum = equation(inside.map(one => [amountOf(one), 1] as const))
    return (
      new Set(inside.map(({ buyerId }) => party(buyerId))).size < 3 &&
      isKnown(published, sum) &&
      !isKnown(alone, sum)
    )
  })
  return [...amounts, ...thin.map(cell => JSON.stringify(cell))]
}

const told = (cells: readonly PriceCell[]): PriceCell[] => cells.filter(({ prices }) => prices !== null)

it('no reader, and no pair of readers, can derive what another paid, or a cell of fewer than three parties', () => {
  const scopes = new Map<string, number>()
  for (let seed = 1; seed <= YEARS; seed++) {
    const years = createSettledYears(seed)
    const cells = calculatePriceCells(years.rounds, years.purchases)
    expect(learnt(years, cells, told(cells)), `years ${seed}`).toEqual([])
    for (const { scope } of told(cells)) scopes.set(scope, (scopes.get(scope) ?? 0) + 1)
  }
  // Prices of every kind must be visible often, or the test would be empty.
  for (const scope of ['area', 'round', 'market', 'year'])
    expect(scopes.get(scope), scope).toBeGreaterThan(YEARS / 20)
})

it('the search finds derivable amounts when all prices are published', () => {
  const found = Array.from({ length: 40 }, (_, seed) => {
    const years = createSettledYears(seed + 1)
    const cells = calculatePriceCells(years.rounds, years.purchases)
    return learnt(years, cells, cells).length
  })
  expect(found.some(amounts => amounts > 0)).toBe(true)
})

it('published prices of a round stay the same when others are settled', () => {
  for (let seed = 1; seed <= YEARS; seed++) {
    const { rounds, purchases } = createSettledYears(seed)
    const last = rounds.at(-1)?.id
    const before = calculatePriceCells(
      rounds.slice(0, -1),
      purchases.filter(({ roundId }) => roundId !== last),
    )
    const after = calculatePriceCells(rounds, purchases)
    for (const cell of before.filter(({ roundId }) => roundId !== null))
      expect(after, `years ${seed}`).toContainEqual(cell)
  }
})
