import { isDay, showDay, type Day } from '@credit-market/values/dates'

/** A search by a serial or a part of one: a service, some of its units from a day on, or one unit. */
export interface SerialQuery {
  /** B, N or P, as in the serials of the type. */
  letter: string
  service: number
  day: Day | null
  first: number | null
  last: number | null
}

/** Units of a service during a period, as in a block of the ledger. */
export interface ServiceUnitBlock {
  first: number
  last: number
  start: Day
  end: Day | null
}

const SOUGHT = /^([BNP])([1-9]\d{0,14})(?:-(\d{4})(\d{2})(\d{2})(?:-([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?)?)?$/

/**
 * Reads a typed serial: a whole one (`N2-20260506-500-900`, for all blocks that overlap), one unit (`N2-20260506-750`), a start
 * day (`N2-20260506`), or a service (`N2`). Accepts lower case, spaces and long dashes. Null if it is not a serial.
 */
export const parseSerialQuery = (typed: string): SerialQuery | null => {
  const said = typed.toUpperCase().replaceAll(/\s/g, '').replaceAll(/[–—]/g, '-')
  const [, letter, service, year, month, date, one, other] = SOUGHT.exec(said) ?? []
  if (letter === undefined) return null
  const day = year === undefined ? null : `${year}-${month}-${date}`
  if (day !== null && !isDay(day)) return null
  const first = one === undefined ? null : Number(one)
  const last = other === undefined ? first : Number(other)
  if (first !== null && last !== null && last < first) return null
  return { letter, service: Number(service), day, first, last }
}

/** Explains why a serial search found a block: `Contains serial 500-900`. */
export const serialMatchText = (sought: SerialQuery, held: ServiceUnitBlock): string => {
  const { letter, service, day, first, last } = sought
  if (first === null || last === null) return `Serial of ${letter}${service}`
  const later = day !== null && held.start > day ? `, from ${showDay(held.start)}` : ''
  const isIt = first === held.first && last === held.last
  if (isIt) return later === '' && day === held.start ? 'Exactly this serial' : `Same units${later}`
  if (first >= held.first && last <= held.last)
    return first === last ? `Contains unit ${first}${later}` : `Contains serial ${first}-${last}${later}`
  if (first <= held.first && last >= held.last) return `Part of serial ${first}-${last}${later}`
  return `Overlaps serial ${first}-${last}${later}`
}
