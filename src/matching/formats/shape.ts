import { isDay } from '#domain/dates'

/** Anything with named parts, as it comes out of a JSON file. */
export type Fields = Readonly<Record<string, unknown>>

/** Beyond ten billion pounds or units no sum would be exact. */
const MOST = 10_000_000_000

/** Reads parts of a file one by one and remembers every fault, so that all can be told at once. */
export interface Reader {
  faults: string[]
  fields: (of: string, value: unknown) => Fields
  list: (of: string, value: unknown) => unknown[]
  text: (of: string, value: unknown) => string
  /** Money or units, with a sign. */
  number: (of: string, value: unknown) => number
  /** Money or units that may not be negative. */
  amount: (of: string, value: unknown) => number
  day: (of: string, value: unknown) => string
  optionalText: (of: string, value: unknown) => string | null
  optionalDay: (of: string, value: unknown) => string | null
  optionalAmount: (of: string, value: unknown) => number | null
  flag: (of: string, value: unknown) => boolean
  oneOf: <const T extends string | number>(of: string, value: unknown, allowed: readonly T[]) => T
}

/** A reader for one file. */
export const reader = (): Reader => {
  const faults: string[] = []
  const fault = <T>(of: string, wanted: string, instead: T): T => {
    faults.push(`${of} must be ${wanted}`)
    return instead
  }
  const text = (of: string, value: unknown): string =>
    typeof value === 'string' && value !== '' ? value : fault(of, 'a text', '')
  const between = (of: string, value: unknown, least: number): number =>
    typeof value === 'number' && value >= least && value <= MOST
      ? value
      : fault(of, `a number from ${least} to ${MOST}`, Number.NaN)
  const amount: Reader['amount'] = (of, value) => between(of, value, 0)
  const day = (of: string, value: unknown): string =>
    typeof value === 'string' && isDay(value) ? value : fault(of, 'a day, yyyy-MM-dd', '')
  return {
    faults,
    text,
    number: (of, value) => between(of, value, -MOST),
    amount,
    day,
    fields: (of, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Fields)
        : fault(of, 'an object', {}),
    list: (of, value) => (Array.isArray(value) ? value : fault(of, 'a list', [])),
    optionalText: (of, value) => (value === null || value === undefined ? null : text(of, value)),
    optionalDay: (of, value) => (value === null || value === undefined ? null : day(of, value)),
    optionalAmount: (of, value) => (value === null || value === undefined ? null : amount(of, value)),
    flag: (of, value) =>
      value === undefined || typeof value === 'boolean' ? value === true : fault(of, 'true or false', false),
    oneOf: (of, value, allowed) =>
      allowed.find(one => one === value) ?? fault(of, `one of ${allowed.join(', ')}`, allowed[0]!),
  }
}
