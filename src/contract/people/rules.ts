import { showWholeNumber } from '@credit-market/values/formats'
import { z } from 'zod'
import { isRichText, plainTextOf } from '#domain/text/comment'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { passwordLengthError } from '#domain/people/password'
import { registeredNumberError, type RegisteredNumber } from '#domain/people/registered-numbers'
import { ibanError } from '#domain/money/bank-line'
import { vatNumberError } from '#domain/money/vat'

/** Result of reading a value by a schema: the value, or its errors. */
type Reading<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/**
 * Reads a value by a schema. A value that makes the schema itself throw also counts as wrong, for example an object whose
 * `length` is not a number.
 */
export const parseWith = <T>(schema: z.ZodType<T>, value: unknown): Reading<T> => {
  try {
    const read = schema.safeParse(value)
    return read.success ? read : { success: false, issues: read.error.issues }
  } catch (error) {
    if (error instanceof TypeError) return { success: false, issues: [] }
    throw error
  }
}

/** Rules for answers, with the specification's own messages (section 5), for the forms of actions and accounts. */

/**
 * Error of a text with more than this number of characters. It is a function because formatting its number takes a
 * browser milliseconds, which every page would wait for.
 */
export const textLengthError = (most: number) => ({
  error: () => `Must be ${showWholeNumber(most)} characters or fewer`,
})

/** Text as typed, not empty. */
export const nonEmptyText = (most: number) =>
  z.string({ error: FIELD_REQUIRED }).min(1, FIELD_REQUIRED).max(most, textLengthError(most))

/** User name as typed. */
export const usernameRule = nonEmptyText(200)

/** Text without surrounding spaces, not empty. */
export const trimmedText = z.string({ error: FIELD_REQUIRED }).trim().min(1, FIELD_REQUIRED)

/** A name: it must contain a word character. */
export const nameRule = trimmedText
  .max(200, 'Must be 200 characters or fewer')
  .regex(/\w/u, 'Not a valid name')

/** An email address. */
export const emailRule = z.email({
  error: issue => (issue.input ? 'Not a valid email address' : FIELD_REQUIRED),
})

/** A phone number: plus sign, country code, then 4 to 14 digits. */
export const phoneRule = trimmedText.regex(/^\+\d{1,3}\d{4,14}$/, 'Not a valid phone number')

/** A registered number of an organisation, in any of its usual forms. */
export const registeredNumberRule = (kind: RegisteredNumber) =>
  trimmedText
    .max(20, 'Must be 20 characters or fewer')
    .refine(typed => registeredNumberError(kind, typed) === undefined, {
      error: ({ input }) => registeredNumberError(kind, String(input)),
    })

/** A VAT number of the United Kingdom, with or without GB and spaces. */
export const vatNumberRule = trimmedText
  .max(20, 'Must be 20 characters or fewer')
  .refine(typed => vatNumberError(typed) === undefined, {
    error: ({ input }) => vatNumberError(String(input)),
  })

/** An IBAN, with or without spaces. */
export const ibanRule = trimmedText
  .max(50, 'Must be 50 characters or fewer')
  .refine(typed => ibanError(typed) === undefined, { error: ({ input }) => ibanError(String(input)) })

/** A password, as typed. */
export const passwordRule = nonEmptyText(1000)

/** A new password, longer if it is the only protection of the account. */
export const newPasswordRule = (hasSecondFactor: boolean) =>
  z.string({ error: FIELD_REQUIRED }).refine(password => !passwordLengthError(password, hasSecondFactor), {
    error: ({ input }) => passwordLengthError(String(input), hasSecondFactor),
  })

/** A code of a given number of digits, which may be grouped. */
export const digitsRule = (count: number) =>
  z
    .string({ error: FIELD_REQUIRED })
    .refine(code => new RegExp(`^\\d{${count}}$`).test(code.replaceAll(/\s/g, '')), `Must be ${count} digits`)

/** Rich text from an editor: its derived plain text must not be empty or too long. */
export const richTextRule = z
  .object(
    {
      json: z
        .string({ error: FIELD_REQUIRED })
        .max(200_000, 'Must be 20,000 characters or fewer')
        .refine(isRichText, 'Not valid rich text')
        .refine(json => plainTextOf(json) !== '', FIELD_REQUIRED)
        .refine(json => plainTextOf(json).length <= 20_000, 'Must be 20,000 characters or fewer'),
    },
    { error: FIELD_REQUIRED },
  )
  .meta({
    description:
      'Document of the Lexical editor, as JSON in a string. The plain text is derived from this document. A mention is a ' +
      "node { type: 'beautifulMention', trigger: '@', value: name, data: { id, kind } }",
  })
