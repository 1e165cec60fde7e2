import type { CoalitionGame } from './block-game.ts'
import { createChoiceLists, wholeRowsOf, type ColumnAmounts } from './choice-lists.ts'
import type { SetMatch } from './set-search.ts'

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
 * some room of each row; the choices of all other columns are listed once for each set of owners, the greatest value
 * first, and the first that fits is the best. None that is worth more than a ceiling fits. A question is not answered (undefined) if the list would be too long. Null
 * if not everything is all or nothing, in whole numbers.
 */
export const createListedSearch = (
  game: CoalitionGame,
  sole: Uint8Array,
  longest = MOST_LISTED,
): ((set: number, floor: number, ceiling: number) => SetMatch | null | undefined) | null => {
  const { program, memberOf, connectors } = game
  const whole = wholeRowsOf(program)
  if (whole === null) return null
  const { limits, of } = whole
  const shift = connectors.length
  const isConnector = (column: number): boolean => memberOf[column]! >= 0 && memberOf[column]! < shift
  const costsNothing = (column: number): boolean =>
    program.columns[column]!.value === 0 && of[column]!.amounts.every(amount => amount < 0)
  if (![...memberOf.keys()].filter(isConnector).every(costsNothing)) return null
  const taken = columnsByMember(game, column => isConnector(column) || sole[column] === 1)
  const choosing = columnsByMember(game, column => !isConnector(column) && sole[column] === 0)
  const owners = [...choosing.keys()].filter(member => choosing[member]!.length > 0)
  const always = [...memberOf.keys()].filter(column => memberOf[column]! < 0)
  const listOf = createChoiceLists(
    program,
    whole,
    { always, of: owners.map(member => choosing[member]!) },
    longest,
  )
  const rows = limits.length
  const room = new Float64Array(rows)
  const take = ({ rows: touched, amounts }: ColumnAmounts, times: 1 | -1): void => {
    for (let k = 0; k < touched.length; k += 1) room[touched[k]!]! -= times * amounts[k]!
  }
  const idleIn = (set: number): number => {
    let idle = 0
    for (let member = 0; member < shift; member += 1) {
      if (((set >> member) & 1) === 0) continue
      for (const column of taken[member]!) take(of[column]!, -1)
      if (room.every(left => left >= 0)) idle |= 1 << member
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
  return (set, floor, ceiling) => {
    let using = 0
    for (let at = 0; at < owners.length; at += 1) using |= ((set >> owners[at]!) & 1) << at
    const list = listOf(using)
    if (list === null) return undefined
    const { values, amounts, least } = list
    room.set(limits)
    let wanted = floor
    for (let rest = set; rest !== 0; rest &= rest - 1)
      for (const column of taken[31 - Math.clz32(rest & -rest)]!) {
        wanted -= program.columns[column]!.value
        take(of[column]!, 1)
      }
    for (let row = 0; row < rows; row += 1) if (least[row]! > room[row]!) return null
    const first = firstUpTo(values, ceiling - floor + wanted)
    for (let at = first; at < values.length && values[at]! > wanted; at += 1) {
      if (!fits(amounts, at * rows)) continue
      for (let row = 0; row < rows; row += 1) room[row]! -= amounts[at * rows + row]!
      return { value: floor - wanted + values[at]!, idle: idleIn(set) }
    }
    return null
  }
}
