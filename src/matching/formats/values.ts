import { z } from 'zod'
import { isDay } from '#domain/dates'
import { placesOf } from './decimals.ts'
import { nearest } from './nearest.ts'

// What is wanted of a value is said in one phrase: after "must be" to whoever sent another, and in the published schema.

/** A text that is not empty. */
export const text = (wanted = 'a text') => z.string(wanted).min(1, wanted).meta({ description: wanted })

const formatted = (wanted: string, format: string, isRight: (value: string) => boolean) =>
  text(wanted).refine(isRight, wanted).meta({ format })

/** A calendar day. */
export const day = formatted('a day, yyyy-MM-dd', 'date', isDay)

/** A moment. */
export const moment = formatted(
  'a moment in ISO 8601',
  'date-time',
  value => !Number.isNaN(Date.parse(value)),
)

/** A whole number within limits. */
export const whole = (what: string, least: number, most: number) => {
  const wanted = `${what} from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted).meta({ description: wanted })
}

/** A number within limits and with few decimals, judged by how it is written: no rounding hides a finer one. */
export const decimal = (what: string, places: number, least: number, most: number) => {
  const wanted = `${what} from ${least} to ${most} with at most ${places} decimals`
  return z
    .number(wanted)
    .refine(value => least <= value && value <= most && placesOf(value) <= places, wanted)
}

/** One of a few fixed values; published as a list even of one, so that a version is the first of its kind. */
export const oneOf = <const V extends readonly (string | number)[]>(values: V) => {
  const wanted = values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
  return z.literal(values, wanted).meta({ description: wanted, enum: values })
}

/** True or false. */
export const flag = z.boolean('true or false').meta({ description: 'true or false' })

/** A list of some kind of value. */
export const list = <T extends z.ZodType>(entry: T) => z.array(entry, 'a list')

/** What is said of each name that an object must not have. */
const strange = (names: readonly string[], known: readonly string[]): string =>
  names
    .map(name => {
      const meant = nearest(name, known)
      return meant === null ? 'is not known' : `is not known; is ${meant} meant?`
    })
    .join('\n')

/** A thing with exactly these named parts; a fault in its names is one line for each of them. */
export const object = <F extends z.ZodRawShape>(fields: F) =>
  z.strictObject(fields, {
    error: issue =>
      issue.code === 'unrecognized_keys' ? strange(issue.keys, Object.keys(fields)) : 'an object',
  })
