import { z } from 'zod'
import { poundsOf } from '@credit-market/values/money'
import type { Column, MarketProgram, Row } from '../model/program.ts'
import { decimalPlaces, shiftDecimal } from './decimals.ts'
import { InvalidProblemError } from './errors.ts'
import { listValidationErrors } from './faults.ts'
import { MAX_PENCE } from './problem-schema.ts'
import {
  decimalSchema,
  booleanSchema,
  listSchema,
  strictObjectSchema,
  enumSchema,
  nonEmptyTextSchema,
} from './values.ts'

/** Limit of decimals in quantities; finer ones are refused, because sums would not be exact. */
const MOST_PLACES = 9

const MOST = poundsOf(MAX_PENCE)
const label = z.union([z.string(), z.number()], 'a text or a number').nullish()

const bid = strictObjectSchema({
  v: decimalSchema('money', 2, -MOST, MOST),
  q: z.record(z.string(), decimalSchema('a quantity', MOST_PLACES, -MOST, MOST), 'an object'),
  divisibility: enumSchema([0, 1, 2]).optional(),
  xor_group: label,
  label,
})

/** Schema of the generic bids format: positive money pays, positive quantities supply. */
const BIDS = strictObjectSchema({
  bidders: listSchema(strictObjectSchema({ name: nonEmptyTextSchema(), bids: listSchema(bid) })),
  free_disposal: booleanSchema.optional(),
})

type Bid = z.infer<typeof bid> & { player: number }

/** A market in the generic bids format, ready to solve, with the columns of each bidder's bids in their order. */
export interface GenericBidsMarket {
  program: MarketProgram
  /** For each bidder by name, the column of each bid. */
  bids: Map<string, number[]>
}

const PENCE_PLACES = 2

/**
 * Rows by which supply covers the demand for each good, or equals it without free disposal. Each good is counted in
 * its finest decimal, so that all amounts are whole.
 */
const goodRows = (bids: readonly Bid[], freeDisposal: boolean): Map<string, Row> => {
  const goods = [...new Set(bids.flatMap(({ q }) => Object.keys(q)))]
  return new Map(
    goods.map(good => {
      const amounts = bids.map(({ q }) => (Object.hasOwn(q, good) ? q[good]! : 0))
      const places = Math.max(...amounts.map(decimalPlaces))
      const columns = amounts.flatMap((amount, at) => (amount === 0 ? [] : [at]))
      const coefficients = columns.map(at => -shiftDecimal(amounts[at]!, places))
      return [good, { columns, coefficients, limit: 0, equal: !freeDisposal }]
    }),
  )
}

/** At most one bid of a group wins; in a mixed group the parts add up to all or nothing. */
const groupRows = (bids: readonly Bid[], columns: Column[]): Row[] => {
  const groups = new Map<string, number[]>()
  bids.forEach(({ player, xor_group: group }, at) => {
    if (group === null || group === undefined) return
    const key = `${player}|${JSON.stringify(group)}`
    groups.set(key, [...(groups.get(key) ?? []), at])
  })
  return [...groups.values()].map(members => {
    const coefficients = members.map(() => 1)
    if (members.every(at => bids[at]!.divisibility !== 2))
      return { columns: members, coefficients, limit: 1, equal: false }
    const all = columns.push({ player: bids[members[0]!]!.player, value: 0, whole: true, upper: 1 }) - 1
    return { columns: [...members, all], coefficients: [...coefficients, -1], limit: 0, equal: true }
  })
}

const repeatedNames = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) !== at).map(name => `Bidder ${name} occurs more than once`)

/** Errors for goods whose amounts differ too much in size to be added exactly. */
const tooFarApart = (goods: ReadonlyMap<string, Row>): string[] =>
  [...goods]
    .filter(
      ([, { coefficients }]) =>
        coefficients.reduce((sum, amount) => sum + Math.abs(amount), 0) > Number.MAX_SAFE_INTEGER,
    )
    .map(([good]) => `Good ${good}: its quantities are too large and too fine to be added up exactly`)

/**
 * Reads a market in the generic bids format, with values in pence and whole amounts of each good. Throws
 * `InvalidProblemError` with one sentence for each error.
 */
export const readGenericBids = (given: Readonly<Record<string, unknown>>): GenericBidsMarket => {
  const { faults, isWhole } = listValidationErrors(BIDS, given)
  if (!isWhole) throw new InvalidProblemError(faults)
  const { bidders, free_disposal: freeDisposal = true } = given as z.infer<typeof BIDS>
  faults.push(...repeatedNames(bidders.map(({ name }) => name)))
  if (faults.length > 0) throw new InvalidProblemError(faults)
  const inOrder = bidders.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const players = inOrder.map(({ name }) => name)
  const bids = inOrder.flatMap((bidder, player) => bidder.bids.map(one => ({ ...one, player })))
  const owned = new Map(
    players.map((name, player) => [name, bids.flatMap((one, at) => (one.player === player ? [at] : []))]),
  )
  const goods = goodRows(bids, freeDisposal)
  const apart = tooFarApart(goods)
  if (apart.length > 0) throw new InvalidProblemError(apart)
  const columns = bids.map(({ player, v, divisibility = 0 }): Column => ({
    player,
    value: shiftDecimal(v, PENCE_PLACES),
    whole: divisibility === 0,
    upper: 1,
  }))
  const rows = [...goods.values(), ...groupRows(bids, columns)]
  return { program: { players, columns, rows: rows.filter(row => row.columns.length > 0) }, bids: owned }
}
