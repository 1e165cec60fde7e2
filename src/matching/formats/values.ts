import { z } from 'zod'
import { isDay } from '#domain/dates'

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

/** One of a few fixed values; published as a list even of one, so that a version is the first of its kind. */
export const oneOf = <const V extends readonly (string | number)[]>(values: V) => {
  const wanted = values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
  return z.literal(values, wanted).meta({ description: wanted, enum: values })
}

/** True or false. */
export const flag = z.boolean('true or false').meta({ description: 'true or false' })

/** A list of some kind of value. */
export const list = <T extends z.ZodType>(entry: T) => z.array(entry, 'a list')

/** A thing with exactly these named parts. */
export const object = <F extends z.ZodRawShape>(fields: F) => z.strictObject(fields, 'an object')
