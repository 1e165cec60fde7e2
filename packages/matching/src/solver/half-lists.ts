import type { PackingChoice, PricedPacking } from './packing.ts'

/** Some of the items, and their choices that can be part of a whole choice that loses no more than the limit. */
interface Half {
  items: number[]
  /** For each choice: the items that it takes, as bits. */
  masks: Int32Array
  /** For each row: the units that each choice uses. */
  uses: Float64Array[]
  /** For each choice: how far its value is below the bound, in scaled pence. */
  losses: Float64Array
}

/** Most choices in a half. */
const MOST_CHOICES = 2 ** 20
/** Most items in a half: each is a bit of a mask. */
const MOST_ITEMS = 30
/** Number of choices between two calls of `pulse`. */
const PULSE = 2 ** 16
/** Greatest key of a cell: keys are exact whole numbers. */
const MOST_CELLS = 2 ** 51
/** Most rows by which a half is sorted into cells. */
const MOST_SORTED = 4

/** Adds an item to a half: keeps each choice with it and without it that fits the rows and loses no more than the limit. */
const withItem = (
  { packing: { amounts, rooms }, reduced }: PricedPacking,
  { items, masks, uses, losses }: Half,
  item: number,
  limit: number,
): Half => {
  const [left, taken] = [Math.max(0, reduced[item]!), Math.max(0, -reduced[item]!)]
  const many = losses.length
  const isKept = new Uint8Array(many)
  let kept = 0
  for (let at = 0; at < many; at += 1) {
    const mayLeave = losses[at]! + left <= limit
    let mayTake = losses[at]! + taken <= limit
    for (let row = 0; mayTake && row < rooms.length; row += 1)
      mayTake = uses[row]![at]! + amounts[row]![item]! <= rooms[row]!
    isKept[at] = (mayLeave ? 1 : 0) | (mayTake ? 2 : 0)
    kept += (mayLeave ? 1 : 0) + (mayTake ? 1 : 0)
  }
  const grown = {
    items: [...items, item],
    masks: new Int32Array(kept),
    uses: uses.map(() => new Float64Array(kept)),
    losses: new Float64Array(kept),
  }
  const bit = 1 << items.length
  let next = 0
  for (let at = 0; at < many; at += 1)
    for (const side of [1, 2]) {
      if ((isKept[at]! & side) === 0) continue
      grown.masks[next] = masks[at]! | (side === 2 ? bit : 0)
      grown.losses[next] = losses[at]! + (side === 2 ? taken : left)
      for (let row = 0; row < rooms.length; row += 1)
        grown.uses[row]![next] = uses[row]![at]! + (side === 2 ? amounts[row]![item]! : 0)
      next += 1
    }
  return grown
}

/** Divides the items into two halves, and lists all choices of each; null if these are too many. */
const halvesOf = (priced: PricedPacking, limit: number, effort: Effort): [Half, Half] | null => {
  const nothing = (): Half => ({
    items: [],
    masks: new Int32Array(1),
    uses: priced.packing.rooms.map(() => new Float64Array(1)),
    losses: new Float64Array(1),
  })
  const halves: [Half, Half] = [nothing(), nothing()]
  const order = [...priced.packing.values.keys()].toSorted(
    (a, b) => Math.abs(priced.reduced[b]!) - Math.abs(priced.reduced[a]!),
  )
  for (const item of order) {
    effort.pulse()
    const [one, other] = halves
    const at = one.losses.length <= other.losses.length ? 0 : 1
    if (halves[at].items.length >= MOST_ITEMS) return null
    halves[at] = withItem(priced, halves[at], item, limit)
    const many = halves[at].losses.length
    effort.left -= many
    if (many > MOST_CHOICES || effort.left < 0) return null
  }
  return halves
}

/** A row by which a half is sorted into cells. A cell is as wide as the units that a good choice can leave unused. */
interface SortedRow {
  row: number
  width: number
  cells: number
  stride: number
}

const sortedRows = ({ prices }: PricedPacking, { uses }: Half, limit: number): SortedRow[] => {
  let stride = 1
  return prices
    .flatMap((price, row) => {
      if (price === 0) return []
      const width = Math.floor(limit / price) + 1
      const cells = Math.floor(uses[row]!.reduce((most, use) => Math.max(most, use), 0) / width) + 1
      return cells > 1 ? [{ row, width, cells }] : []
    })
    .toSorted((a, b) => b.cells - a.cells)
    .slice(0, MOST_SORTED)
    .flatMap(one => {
      if (stride * one.cells > MOST_CELLS) return []
      stride *= one.cells
      return [{ ...one, stride: stride / one.cells }]
    })
}

const slotOf = (key: number, mask: number): number => {
  const mixed = Math.imul((key % 4_294_967_296) ^ Math.floor(key / 4_294_967_296), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & mask
}

/** Sorts a half into cells: a hash table with a chain for each slot. */
const cellsOf = ({ losses, uses }: Half, sorted: readonly SortedRow[]) => {
  const many = losses.length
  const mask = 2 ** Math.ceil(Math.log2(many + 1)) - 1
  const heads = new Int32Array(mask + 1).fill(-1)
  const nexts = new Int32Array(many)
  const keys = new Float64Array(many)
  for (let at = 0; at < many; at += 1) {
    let key = 0
    for (const { row, width, stride } of sorted) key += Math.floor(uses[row]![at]! / width) * stride
    const slot = slotOf(key, mask)
    keys[at] = key
    nexts[at] = heads[slot]!
    heads[slot] = at
  }
  return { heads, nexts, keys, mask }
}

/** Work left for a question, in choices listed and pairs compared. `pulse` is called often, and throws to stop. */
export interface Effort {
  left: number
  pulse: () => void
}

/** Receives a choice, its loss and the limit; returns the limit from then on. */
export type PackingVisitor = (choice: PackingChoice, loss: number, limit: number) => number

/**
 * Visits every choice whose loss against the bound is at most a limit, in scaled pence. Each visit may lower the limit. All choices of
 * both halves are listed, and each choice of the first meets only those of the second that fill the rows nearly to the last unit
 * (Horowitz and Sahni 1974). Returns false if that is too much work.
 */
export const visitWithin = (
  priced: PricedPacking,
  most: number,
  visit: PackingVisitor,
  effort: Effort,
): boolean => {
  const { packing, prices, scale, bound } = priced
  const { rooms } = packing
  const halves = halvesOf(priced, most, effort)
  if (halves === null) return false
  const [one, other] = halves
  const sorted = sortedRows(priced, other, most)
  const { heads, nexts, keys, mask } = cellsOf(other, sorted)
  const near = new Float64Array(2 ** MOST_SORTED)
  let limit = most
  for (let at = 0; at < one.losses.length; at += 1) {
    if (at % PULSE === 0) effort.pulse()
    if (one.losses[at]! > limit) continue
    let many = 1
    near[0] = 0
    for (const { row, width, cells, stride } of sorted) {
      const room = rooms[row]! - one.uses[row]![at]!
      const least = Math.max(0, room - Math.floor((limit - one.losses[at]!) / prices[row]!))
      const [first, last] = [Math.floor(least / width), Math.min(cells - 1, Math.floor(room / width))]
      const before = many
      many = 0
      if (first > last) break
      // The range is no wider than a cell, so it meets one cell or two.
      if (last > first) {
        for (let k = 0; k < before; k += 1) near[before + k] = near[k]! + last * stride
        many = before
      }
      for (let k = 0; k < before; k += 1) near[k] = near[k]! + first * stride
      many += before
    }
    for (let k = 0; k < many; k += 1)
      for (let match = heads[slotOf(near[k]!, mask)]!; match >= 0; match = nexts[match]!) {
        effort.left -= 1
        if (keys[match] !== near[k]) continue
        let loss = one.losses[at]! + other.losses[match]!
        for (let row = 0; row < rooms.length && loss <= limit; row += 1) {
          const left = rooms[row]! - one.uses[row]![at]! - other.uses[row]![match]!
          loss = left < 0 ? Infinity : loss + prices[row]! * left
        }
        if (loss > limit) continue
        const items = [one, other].flatMap((half, side) => {
          const taken = half.masks[side === 0 ? at : match]!
          return half.items.filter((_, bit) => ((taken >> bit) & 1) === 1)
        })
        limit = visit({ items, value: (bound - loss) / scale }, loss, limit)
      }
    if (effort.left < 0) return false
  }
  return true
}
