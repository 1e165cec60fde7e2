import { z } from 'zod'
import { isRichText, plainTextOf } from '#domain/comment'
import { FIELD_REQUIRED } from '#domain/messages'
import { wrongLength } from '#domain/password'
import { wrongNumber, type RegisteredNumber } from '#domain/registered-numbers'

/** What a schema makes of a value, or what it says is wrong with it. */
type Reading<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/**
 * Reads a value by a schema, whatever the value is: one that makes the schema itself fail, as an object whose `length` is
 * no number makes that of a text, does not pass it either.
 */
export const readBy = <T>(schema: z.ZodType<T>, value: unknown): Reading<T> => {
  try {
    const read = schema.safeParse(value)
    return read.success ? read : { success: false, issues: read.error.issues }
  } catch (error) {
    if (error instanceof TypeError) return { success: false, issues: [] }
    throw error
  }
}

/** When an answer is right, with the specification's own messages (section 5): for the forms of actions and accounts alike. */

/** Text that is there, as it was typed. */
export const someText = (most: number) =>
  z
    .string({ error: FIELD_REQUIRED })
    .min(1, FIELD_REQUIRED)
    .max(most, `Must be ${most.toLocaleString('en-GB')} characters or fewer`)

/** The name by which somebody signs in, as it is typed. */
export const usernameRule = someText(200)

/** Text that is there, without blanks around it. */
export const trimmedText = z.string({ error: FIELD_REQUIRED }).trim().min(1, FIELD_REQUIRED)

/** A name: it must contain a word character. */
export const nameRule = trimmedText
  .max(200, 'Must be 200 characters or fewer')
  .regex(/\w/u, 'Not a valid name')

/** An e-mail address. */
export const emailRule = z.email({
  error: issue => (issue.input ? 'Not a valid email address' : FIELD_REQUIRED),
})

/** A phone number: plus sign, country code, then 4 to 14 digits. */
export const phoneRule = trimmedText.regex(/^\+\d{1,3}\d{4,14}$/, 'Not a valid phone number')

/** A number by which others know an organisation, in any of its usual forms. */
export const registeredNumberRule = (kind: RegisteredNumber) =>
  trimmedText
    .max(20, 'Must be 20 characters or fewer')
    .refine(typed => wrongNumber(kind, typed) === undefined, {
      error: ({ input }) => wrongNumber(kind, String(input)),
    })

/** A password, as it is typed. */
export const passwordRule = someText(1000)

/** A new password, which is longer where it is all that protects the account. */
export const newPasswordRule = (hasSecondFactor: boolean) =>
  z.string({ error: FIELD_REQUIRED }).refine(password => !wrongLength(password, hasSecondFactor), {
    error: ({ input }) => wrongLength(String(input), hasSecondFactor),
  })

/** A code of so many digits, which may be set in groups. */
export const digitsRule = (count: number) =>
  z
    .string({ error: FIELD_REQUIRED })
    .refine(code => new RegExp(`^\\d{${count}}$`).test(code.replaceAll(/\s/g, '')), `Must be ${count} digits`)

/** Rich text as an editor sends it: its plain text is made of it, and must be there and not too long. */
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
      'A document of the editor Lexical, as JSON in a string, from which its plain text is made; a mention in it is a ' +
      "node { type: 'beautifulMention', trigger: '@', value: name, data: { id, kind } }",
  })
