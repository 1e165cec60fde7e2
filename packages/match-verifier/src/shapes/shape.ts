import { z } from 'zod'

// Every message describes the accepted value, after "must be".

export const nonEmptyTextSchema = z.string('a text').min(1, 'a text')

const isDay = (value: string): boolean => {
  const time = Date.parse(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().slice(0, 10) === value
  )
}

export const daySchema = nonEmptyTextSchema.refine(isDay, 'a day, yyyy-MM-dd')

export const instantSchema = nonEmptyTextSchema.refine(
  value => !Number.isNaN(Date.parse(value)),
  'a date and time in ISO 8601',
)

export const wholeNumberSchema = (least: number, most: number) => {
  const wanted = `a whole number from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted)
}

export const countSchema = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)

/** Pence, positive or negative. */
export const penceSchema = wholeNumberSchema(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

export const booleanSchema = z.boolean('true or false')

export const enumSchema = <const V extends readonly (string | number | boolean)[]>(...values: V) =>
  z.literal(values, values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`)

export const listSchema = <T extends z.ZodType>(entry: T) => z.array(entry, 'a list')

/** An object with exactly these properties. */
export const strictObjectSchema = <F extends z.ZodRawShape>(fields: F) => z.strictObject(fields, 'an object')

/** SHA-256 in hexadecimal. */
export const sha256Schema = nonEmptyTextSchema.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Path to a part of a file: entries of lists by their id, or else their position. */
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

/** A parsed value, or all errors, one sentence each. */
export type ParseResult<T> = { value: T; faults: null } | { value: null; faults: string[] }

/** Validates a value against a schema; `of` says which part of the file it is. */
export const parseWithSchema = <T>(schema: z.ZodType<T>, value: unknown, ...of: string[]): ParseResult<T> => {
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
