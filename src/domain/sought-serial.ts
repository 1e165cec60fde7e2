import { isDay, showDay, type Day } from './dates.ts'

/** What somebody looks for by a serial or a part of one: a service, some of its units from a day on, or one unit. */
export interface SoughtSerial {
  /** B, N or P, as the serials of the type begin. */
  letter: string
  service: number
  day: Day | null
  first: number | null
  last: number | null
}

/** Units of a service for some time, as a block of the ledger holds them. */
export interface HeldUnits {
  first: number
  last: number
  start: Day
  end: Day | null
}

const SOUGHT = /^([BNP])([1-9]\d{0,14})(?:-(\d{4})(\d{2})(\d{2})(?:-([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?)?)?$/

/**
 * Reads a serial as it is typed: whole (`N2-20260506-500-900`, of which blocks that overlap are meant), one unit
 * (`N2-20260506-750`), what begins on a day (`N2-20260506`), or the service (`N2`). Small letters, spaces and long dashes
 * are forgiven. Nothing when it is no serial.
 */
export const readSoughtSerial = (typed: string): SoughtSerial | null => {
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

const range = (first: number, last: number): string =>
  first === last ? `Unit ${first}` : `Serial ${first}-${last}`

/** Why a block is found by a serial that overlaps it, in words: `Serial 500-900 lies in it`. */
export const howItLies = (sought: SoughtSerial, held: HeldUnits): string => {
  const { letter, service, day, first, last } = sought
  if (first === null || last === null) return `Serial of ${letter}${service}`
  const later = day !== null && held.start > day ? `, from ${showDay(held.start)} on` : ''
  const isIt = first === held.first && last === held.last
  if (isIt) return later === '' && day === held.start ? 'Its serial' : `The same units${later}`
  if (first >= held.first && last <= held.last) return `${range(first, last)} lies in it${later}`
  if (first <= held.first && last >= held.last) return `It lies in serial ${first}-${last}${later}`
  return `Serial ${first}-${last} overlaps it${later}`
}
