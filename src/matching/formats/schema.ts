/** A JSON Schema (2020-12), as it is published. */
export type Json = Readonly<Record<string, unknown>>

/**
 * One kind of value: how its schema reads, and how it is checked. Faults are told as sentences about what a
 * reader knows: which project, which field.
 */
export interface Schema<T> {
  json: Json
  /** Says what is wrong; false when not even its parts can be looked at. */
  check: (of: string, value: unknown, faults: string[]) => boolean
  /** Only for types: what a value of this kind is. */
  holds?: T
}

/** What a value of a kind is. */
export type Of<S> = S extends Schema<infer T> ? T : never

const leaf = <T>(json: Json, wanted: string, isRight: (value: unknown) => boolean): Schema<T> => ({
  json: { ...json, description: wanted },
  check: (of, value, faults) => {
    if (!isRight(value)) faults.push(`${of} must be ${wanted}`)
    return true
  },
})

/** A whole number within limits. */
export const whole = (wanted: string, minimum: number, maximum: number): Schema<number> =>
  leaf(
    { type: 'integer', minimum, maximum },
    `${wanted} from ${minimum} to ${maximum}`,
    value => Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  )

/** A text that is not empty, of a form that JSON Schema or a pattern names. */
export const text = (
  wanted: string,
  json: Json = {},
  isRight: (value: string) => boolean = () => true,
): Schema<string> =>
  leaf(
    { type: 'string', minLength: 1, ...json },
    wanted,
    value => typeof value === 'string' && value !== '' && isRight(value),
  )

/** One of a few fixed values. */
export const oneOf = <const V extends string | number | boolean>(values: readonly V[]): Schema<V> =>
  leaf({ enum: values }, values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`, value =>
    values.some(one => one === value),
  )

/** True or false. */
export const flag: Schema<boolean> = leaf(
  { type: 'boolean' },
  'true or false',
  value => typeof value === 'boolean',
)

/** The same, or nothing. */
export const orNull = <T>({ json, check }: Schema<T>): Schema<T | null> => ({
  json: { anyOf: [json, { type: 'null' }] },
  check: (of, value, faults) => value === null || check(of, value, faults),
})

const nameOf = (kind: string, value: unknown, at: number): string => {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
  return `${kind} ${typeof id === 'string' && id !== '' ? id : at + 1}`
}

/** A list; its entries are spoken of as this kind with their id, or else their place. */
export const list = <T>(kind: string, { json, check }: Schema<T>): Schema<T[]> => ({
  json: { type: 'array', items: json },
  check: (of, value, faults) => {
    if (!Array.isArray(value)) {
      faults.push(`${of} must be a list`)
      return false
    }
    const whose = of.includes(': ') ? `${of.slice(0, of.lastIndexOf(': '))}, ` : ''
    return value
      .map((entry, at) =>
        check(whose + nameOf(whose === '' ? kind : kind.toLowerCase(), entry, at), entry, faults),
      )
      .every(Boolean)
  },
})

type Fields = Readonly<Record<string, Schema<unknown>>>

/** A thing with exactly these named parts. */
export const object = <F extends Fields>(fields: F): Schema<{ [K in keyof F]: Of<F[K]> }> => ({
  json: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { json }]) => [name, json])),
    required: Object.keys(fields),
    additionalProperties: false,
  },
  check: (of, value, faults) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      faults.push(`${of === '' ? 'The file' : of} must be an object`)
      return false
    }
    const given = value as Readonly<Record<string, unknown>>
    const path = (name: string): string => (of === '' ? name : `${of}: ${name}`)
    for (const name of Object.keys(given)) if (!(name in fields)) faults.push(`${path(name)} is not known`)
    return Object.entries(fields)
      .map(([name, { check }]) => check(path(name), given[name], faults))
      .every(Boolean)
  },
})

/** Settings under any names. */
export const settings: Schema<Record<string, string | number | boolean>> = {
  json: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  check: (of, value, faults) => {
    const isRight = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isRight) faults.push(`${of} must be an object`)
    return isRight
  },
}
