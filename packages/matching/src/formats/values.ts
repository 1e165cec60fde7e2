import { z } from 'zod'
import { isDay } from '@credit-market/values/dates'
import { decimalPlaces } from './decimals.ts'

// One phrase describes the accepted value: after "must be" in error messages, and alone in the published schema.

/** Non-empty text. */
export const nonEmptyTextSchema = (wanted = 'a text') =>
  z.string(wanted).min(1, wanted).meta({ description: wanted })

const formatted = (wanted: string, format: string, isRight: (value: string) => boolean) =>
  nonEmptyTextSchema(wanted).refine(isRight, wanted).meta({ format })

export const daySchema = formatted('a day, yyyy-MM-dd', 'date', isDay)

/** An instant in ISO 8601. */
export const instantSchema = formatted(
  'a date and time in ISO 8601',
  'date-time',
  value => !Number.isNaN(Date.parse(value)),
)

export const wholeNumberSchema = (what: string, least: number, most: number) => {
  const wanted = `${what} from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted).meta({ description: wanted })
}

/**
 * A number within limits and with few decimals, counted in its shortest decimal form, so that no rounding hides a
 * finer one.
 */
export const decimalSchema = (what: string, places: number, least: number, most: number) => {
  const wanted = `${what} from ${least} to ${most} with at most ${places} decimals`
  return z
    .number(wanted)
    .refine(value => least <= value && value <= most && decimalPlaces(value) <= places, wanted)
}

/** One of a few fixed values; published as a list even of one, because a version is the first of several. */
export const enumSchema = <const V extends readonly (string | number)[]>(values: V) => {
  const wanted = values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
  return z.literal(values, wanted).meta({ description: wanted, enum: values })
}

export const booleanSchema = z.boolean('true or false').meta({ description: 'true or false' })

export const listSchema = <T extends z.ZodType>(entry: T) => z.array(entry, 'a list')

/** Error message for unknown properties, with the nearest known name of each. */
const strange = (names: readonly string[], known: readonly string[]): string =>
  names
    .map(name => {
      const meant = suggestSimilarName(name, known)
      return meant === null ? 'is not known' : `is not known; did you mean ${meant}?`
    })
    .join('\n')

/** An object with exactly these properties; each unknown one is an error on its own line. */
export const strictObjectSchema = <F extends z.ZodRawShape>(fields: F) =>
  z.strictObject(fields, {
    error: issue =>
      issue.code === 'unrecognized_keys' ? strange(issue.keys, Object.keys(fields)) : 'an object',
  })

/** Number of single-character edits between two words (Levenshtein 1966). */
const differences = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const letter of a) {
    const next = [row[0]! + 1]
    for (let at = 0; at < b.length; at += 1)
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === b[at] ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** The known name nearest to another, if near enough to be what was meant. */
export const suggestSimilarName = (name: string, known: readonly string[]): string | null => {
  const plain = name.toLowerCase().replaceAll('_', '')
  const close = known
    .map(one => ({ one, far: differences(plain, one.toLowerCase().replaceAll('_', '')) }))
    .filter(({ one, far }) => far <= Math.min(3, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  return close[0]?.one ?? null
}
