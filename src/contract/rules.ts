import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'

/** When an answer is right, with the specification's own messages (section 5): for the forms of actions and accounts alike. */

/** Text that is there, as it was typed. */
export const someText = (most: number) =>
  z
    .string({ error: FIELD_REQUIRED })
    .min(1, FIELD_REQUIRED)
    .max(most, `Must be ${most.toLocaleString('en-GB')} characters or fewer`)

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
