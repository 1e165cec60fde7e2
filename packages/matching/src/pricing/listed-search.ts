import type { CoalitionGame } from './block-game.ts'
import { createPartFilling, MOST_DIVISIBLE } from './best-parts.ts'
import { createChoiceLists, type ChoiceList } from './choice-lists.ts'
import type { SetMatch } from './set-search.ts'
import { wholeRowsOf, type ColumnAmounts } from './whole-rows.ts'

/** Limit of choices in a list: with more, a search is faster. */
const MOST_LISTED = 2 ** 14

/** The columns of each member of a game for which a condition holds. */
const columnsByMember = (
  { memberOf, connectors, winners }: CoalitionGame,
  has: (column: number) => boolean,
): number[][] => {
  const columns = Array.from({ length: connectors.length + winners.length }, (): number[] => [])
  memberOf.forEach((member, column) => {
    if (member >= 0 && has(column)) columns[member]!.push(column)
  })
  return columns
}

/** The index of the first of some falling numbers that is at most a limit. */
const firstUpTo = (falling: Float64Array, limit: number): number => {
  let [from, to] = [0, falling.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (falling[middle]! > limit) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Returns a function that finds the best match of a set that uses all of its winners, if it is worth more than a floor, by
 * reading a list instead of searching. The columns of connectors and of winners who have only one are taken, which leaves
 * some room of each row; the choices of all other columns that are all or nothing are listed once for each set of owners,
 * the greatest value first, and those that fit are filled up with parts. None that is worth more than a ceiling fits. A
 * question is not answered (undefined) if the list would be too long, or the best parts are not proven. Null if not
 * everything is in whole numbers.
 */
export const createListedSearch = (
  game: CoalitionGame,
  sole: Uint8Array,
  longest = MOST_LISTED,
): ((set: number, floor: number, ceiling: number) => SetMatch | null | undefined) | null => {
  const { program, memberOf, connectors } = game
  const { columns } = program
  const whole = wholeRowsOf(program)
  if (whole === null || columns.filter(column => !column.whole).length > MOST_DIVISIBLE) return null
  const { limits, of } = whole
  const shift = connectors.length
  const isConnector = (column: number): boolean => memberOf[column]! >= 0 && memberOf[column]! < shift
  const costsNothing = (column: number): boolean =>
    columns[column]!.value === 0 && of[column]!.amounts.every(amount => amount < 0)
  if (![...memberOf.keys()].filter(isConnector).every(costsNothing)) return null
  const taken = columnsByMember(game, column => isConnector(column) || sole[column] === 1)
  const choosing = columnsByMember(
    game,
    column => !isConnector(column) && sole[column] === 0 && columns[column]!.whole,
  )
  const owners = [...choosing.keys()].filter(member => choosing[member]!.length > 0)
  const always = [...memberOf.keys()].filter(column => memberOf[column]! < 0 && columns[column]!.whole)
  const bids = createPartFilling(program, whole)
  const bidsOf = (member: number): number =>
    bids.columns.reduce((some, column, bid) => (memberOf[column] === member ? some | (1 << bid) : some), 0)
  const bidsByMember = Int32Array.from(choosing.keys(), bidsOf)
  const othersBids = bidsOf(-1)
  const listOf = createChoiceLists(
    program,
    whole,
    {
      always,
      of: owners.map(member => choosing[member]!),
      mayUseNone: owners.reduce((some, member, at) => (bidsByMember[member] ? some | (1 << at) : some), 0),
    },
    longest,
  )
  const rows = limits.length
  const room = new Float64Array(rows)
  const leaves = new Float64Array(rows)
  const take = ({ rows: touched, amounts }: ColumnAmounts, times: 1 | -1): void => {
    for (let k = 0; k < touched.length; k += 1) leaves[touched[k]!]! -= times * amounts[k]!
  }
  const idleIn = (set: number): number => {
    let idle = 0
    for (let member = 0; member < shift; member += 1) {
      if (((set >> member) & 1) === 0) continue
      for (const column of taken[member]!) take(of[column]!, -1)
      if (leaves.every(left => left >= 0)) idle |= 1 << member
      else for (const column of taken[member]!) take(of[column]!, 1)
    }
    return idle
  }
  let last = 0
  const fits = (amounts: Float64Array, start: number): boolean => {
    if (amounts[start + last]! > room[last]!) return false
    for (let row = 0; row < rows; row += 1)
      if (amounts[start + row]! > room[row]!) {
        last = row
        return false
      }
    return true
  }
  /** Subtracts the amounts that a choice takes. */
  const leave = (amounts: Float64Array, start: number): void => {
    for (let row = 0; row < rows; row += 1) leaves[row] = room[row]! - amounts[start + row]!
  }
  let looked = -1
  let list: ChoiceList | null = null
  let inPart = 0
  /** Value of the columns taken for the winners of a set. */
  let worth = 0
  /** Room that these columns leave in each row. */
  const ownRoom = new Float64Array(rows)
  const look = (winners: number): void => {
    looked = winners >> shift
    let using = 0
    for (let at = 0; at < owners.length; at += 1) using |= ((winners >> owners[at]!) & 1) << at
    list = listOf(using)
    worth = 0
    inPart = othersBids
    leaves.set(limits)
    for (let rest = winners; rest !== 0; rest &= rest - 1) {
      const member = 31 - Math.clz32(rest & -rest)
      inPart |= bidsByMember[member]!
      for (const column of taken[member]!) {
        worth += columns[column]!.value
        take(of[column]!, 1)
      }
    }
    ownRoom.set(leaves)
  }
  return (set, floor, ceiling) => {
    if (looked !== set >> shift) look((set >> shift) << shift)
    if (list === null) return undefined
    const { values, amounts, least } = list
    leaves.set(ownRoom)
    for (let member = 0; member < shift; member += 1)
      if (((set >> member) & 1) === 1) for (const column of taken[member]!) take(of[column]!, 1)
    for (let row = 0; row < rows; row += 1) if (least[row]! > leaves[row]!) return null
    room.set(leaves)
    const most = ceiling - worth
    let wanted = floor - worth
    // After the smallest amounts of all choices, parts are worth at least as much as after any one choice. With one choice
    // this bound saves nothing.
    let parts = inPart === 0 ? 0 : Infinity
    if (inPart !== 0 && values.length > 1) {
      leave(least, 0)
      const filled = bids.fill(inPart, leaves)
      if (filled === undefined) return undefined
      parts = filled
    }
    let idle = -1
    for (let at = firstUpTo(values, most); at < values.length; at += 1) {
      if (values[at]! + parts <= wanted || wanted === most) break
      if (!fits(amounts, at * rows)) continue
      leave(amounts, at * rows)
      const filled = inPart === 0 ? 0 : bids.fill(inPart, leaves)
      if (filled === undefined) return undefined
      if (values[at]! + filled <= wanted) continue
      wanted = values[at]! + filled
      idle = idleIn(set)
    }
    return idle < 0 ? null : { value: worth + wanted, idle }
  }
}
