import { z } from 'zod'

// Every message says what is wanted, after "must be".

/** A text that is not empty. */
export const text = z.string('a text').min(1, 'a text')

const isDay = (value: string): boolean => {
  const time = Date.parse(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().slice(0, 10) === value
  )
}

/** A calendar day. */
export const day = text.refine(isDay, 'a day, yyyy-MM-dd')

/** A moment. */
export const moment = text.refine(value => !Number.isNaN(Date.parse(value)), 'a moment in ISO 8601')

/** A whole number within limits. */
export const whole = (least: number, most: number) => {
  const wanted = `a whole number from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted)
}

/** A count of anything. */
export const count = whole(0, Number.MAX_SAFE_INTEGER)

/** Pence with a sign. */
export const pence = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** True or false. */
export const flag = z.boolean('true or false')

/** One of a few fixed values. */
export const oneOf = <const V extends readonly (string | number | boolean)[]>(...values: V) =>
  z.literal(values, values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`)

/** A list of some kind of value. */
export const list = <T extends z.ZodType>(entry: T) => z.array(entry, 'a list')

/** A thing with exactly these named parts. */
export const object = <F extends z.ZodRawShape>(fields: F) => z.strictObject(fields, 'an object')

/** SHA-256 in hexadecimal. */
export const hash = text.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Where a part of a file is: entries of lists by their id, or else by their place. */
const whereIs = (file: unknown, path: readonly PropertyKey[]): string => {
  const steps: string[] = []
  let here = file
  for (const step of path) {
    here = Object(here)[step]
    const { id } = Object(here)
    if (typeof step !== 'number') steps.push(String(step))
    else steps.push(typeof id === 'string' && id !== '' ? id : `entry ${step + 1}`)
  }
  return steps.length === 0 ? 'The file' : capital(steps.join(': '))
}

/** What a file says once its shape is right, or everything that is wrong with it, a sentence each. */
export type Read<T> = { value: T; faults: null } | { value: null; faults: string[] }

/** Judges a value by a schema; `of` says which part of the file it is. */
export const readAs = <T>(schema: z.ZodType<T>, value: unknown, ...of: string[]): Read<T> => {
  const { success, data, error } = schema.safeParse(value)
  if (success) return { value: data, faults: null }
  const file = of.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const faults = error.issues.flatMap(issue => {
    const path = [...of, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => `${whereIs(file, [...path, key])} is not known`)
    return [`${whereIs(file, path)} must be ${issue.message}`]
  })
  return { value: null, faults: [...new Set(faults)] }
}
