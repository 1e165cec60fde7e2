import { sql } from 'kysely'

const EACH_TIME = '/* planned each time */'

/** Prefix of a long statement that runs often, so that its plan is worth caching. */
export const PLAN_ONCE_PREFIX = '/* planned once */'

/**
 * Prefix of a statement whose best plan depends on its values, such as a filter that selects nearly all rows or nearly
 * none: a generic plan would scan a whole table for some of them.
 */
export const PLAN_EACH_TIME_PREFIX = sql.raw(EACH_TIME)

// A statement about many rows seldom runs twice with the same number of them.
const LONGEST_KEPT = 4000

/** True if the plan of this statement should be cached. */
export const isPlanCached = (text: string): boolean =>
  text.length > LONGEST_KEPT ? text.startsWith(PLAN_ONCE_PREFIX) : !text.startsWith(EACH_TIME)
