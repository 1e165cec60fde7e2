import type { Column, Program, Row } from '../model/program.ts'
import { FaultyProblem } from './errors.ts'
import { reader, type Reader } from './shape.ts'

/**
 * A market in the generic bids format, ready to solve, with the columns of each bidder's bids in their
 * order.
 */
export interface BidsMarket {
  program: Program
  /** For each bidder by name, the column of each of its bids. */
  bids: Map<string, number[]>
}

interface Bid {
  player: number
  value: number
  quantities: [string, number][]
  group: string | null
  divisibility: number
}

const PENCE = 100

const bidOf = (r: Reader, of: string, player: number, value: unknown): Bid => {
  const from = r.fields(of, value)
  const quantities = Object.entries(r.fields(`${of}: q`, from.q)).map(([good, amount]): [string, number] => [
    good,
    r.number(`${of}: q.${good}`, amount),
  ])
  const divisibility = r.oneOf(`${of}: divisibility`, from.divisibility ?? 0, [0, 1, 2])
  const group =
    from.xor_group === undefined || from.xor_group === null
      ? null
      : `${player}|${JSON.stringify(from.xor_group)}`
  return { player, value: r.number(`${of}: v`, from.v), quantities, group, divisibility }
}

/** Supply must reach demand for each good, or equal it where nothing may be thrown away. */
const goodRows = (bids: readonly Bid[], freeDisposal: boolean): Row[] => {
  const rows = new Map<string, Row>()
  bids.forEach(({ quantities }, column) => {
    for (const [good, amount] of quantities) {
      const row = rows.get(good) ?? { columns: [], coefficients: [], limit: 0, equal: !freeDisposal }
      if (amount !== 0) {
        row.columns.push(column)
        row.coefficients.push(-amount)
      }
      rows.set(good, row)
    }
  })
  return [...rows.values()]
}

/** One bid of a group at most; in a mixed group the parts add up to all or nothing. */
const groupRows = (bids: readonly Bid[], columns: Column[]): Row[] => {
  const groups = new Map<string, number[]>()
  bids.forEach(({ group }, at) => {
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), at])
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

/** Reads a market in the generic bids format: money positive pays, quantities positive supply. */
export const readBids = (from: Readonly<Record<string, unknown>>): BidsMarket => {
  const r = reader()
  const entries = r.list('bidders', from.bidders).map((value, at) => {
    const fields = r.fields(`bidders[${at}]`, value)
    const name = r.text(`bidders[${at}]: name`, fields.name)
    return { name, bids: r.list(`Bidder ${name}: bids`, fields.bids) }
  })
  r.faults.push(...repeatedNames(entries.map(({ name }) => name)))
  const players = entries.map(({ name }) => name).toSorted()
  const owned = new Map<string, number[]>()
  const bids: Bid[] = []
  for (const { name, bids: own } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const read = own.map((bid, at) => bidOf(r, `Bidder ${name}, bid ${at + 1}`, players.indexOf(name), bid))
    owned.set(
      name,
      read.map((_, at) => bids.length + at),
    )
    bids.push(...read)
  }
  if (r.faults.length > 0) throw new FaultyProblem(r.faults)
  const columns: Column[] = bids.map(({ player, value, divisibility }) => ({
    player,
    value: value * PENCE,
    whole: divisibility === 0,
    upper: 1,
  }))
  const rows = [...goodRows(bids, from.free_disposal !== false), ...groupRows(bids, columns)]
  return { program: { players, columns, rows: rows.filter(row => row.columns.length > 0) }, bids: owned }
}
