/** How somebody has letters of a kind of notice: one at once, one a day of all that came, or none. In the inbox is everything. */
export const HOWS = ['atOnce', 'daily', 'none'] as const
export type How = (typeof HOWS)[number]

/**
 * What a notice is put in words from. Always there: `where`, market and round as one names them together, or empty; `thing`,
 * the name of what it is about; `owner`, the name of whose it is, or empty; `page`, the path in the market that answers.
 */
export type NoticeFacts = Readonly<Record<string, string>>

/** The fact of a notice that only one answer ends: an act counts for it where this is among its answers. */
export const ANSWERED_BY = 'answeredBy'

/** The letter that tells once a day what somebody wants told so. */
export const DAILY_DIGEST = 'daily-digest'
