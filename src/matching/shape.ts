/** Anything with named parts, as it comes out of a JSON file. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads parts of a file one by one and remembers every fault, so that all can be told at once. */
export interface Reader {
  faults: string[]
  fields: (of: string, value: unknown) => Fields
  list: (of: string, value: unknown) => unknown[]
  text: (of: string, value: unknown) => string
  number: (of: string, value: unknown) => number
  /** A number that may not be negative: money or units. */
  amount: (of: string, value: unknown) => number
  optionalText: (of: string, value: unknown) => string | null
  optionalAmount: (of: string, value: unknown) => number | null
  flag: (of: string, value: unknown) => boolean
  oneOf: <T extends string>(of: string, value: unknown, allowed: readonly T[]) => T
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
  const number = (of: string, value: unknown): number =>
    typeof value === 'number' && Number.isFinite(value) ? value : fault(of, 'a number', 0)
  const amount = (of: string, value: unknown): number => {
    const found = number(of, value)
    return found >= 0 ? found : fault(of, 'a number, 0 or more', 0)
  }
  return {
    faults,
    text,
    number,
    amount,
    fields: (of, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Fields)
        : fault(of, 'an object', {}),
    list: (of, value) => (Array.isArray(value) ? value : value === undefined ? [] : fault(of, 'a list', [])),
    optionalText: (of, value) => (value === null || value === undefined ? null : text(of, value)),
    optionalAmount: (of, value) => (value === null || value === undefined ? null : amount(of, value)),
    flag: (of, value) =>
      value === undefined || typeof value === 'boolean' ? value === true : fault(of, 'true or false', false),
    oneOf: (of, value, allowed) =>
      allowed.find(one => one === value) ?? fault(of, `one of ${allowed.join(', ')}`, allowed[0]!),
  }
}
