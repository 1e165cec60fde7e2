/** Ways to get emails of a kind of notification: each at once, all once a day, or none. The inbox always has all. */
export const EMAIL_FREQUENCIES = ['atOnce', 'daily', 'none'] as const
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number]

/**
 * Facts from which a notification is written. Always present: `where`, market and round together, or empty; `thing`, the name of
 * its subject; `owner`, the name of the owner, or empty; `page`, the path of the answering page in the market.
 */
export type NoticeFacts = Readonly<Record<string, string>>

/** Fact of a notification that only a certain answer completes: an action counts only if this value is among its answers. */
export const COMPLETING_ANSWER_FACT = 'answeredBy'

/** Name of the daily email with all notifications of a day. */
export const DAILY_DIGEST_NAME = 'daily-digest'
