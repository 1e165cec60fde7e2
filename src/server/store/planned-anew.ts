import { sql } from 'kysely'

const SIGN = '/* planned anew */'

/**
 * Begins a statement whose best plan depends on the values that it asks for, such as a filter that selects nearly all rows or
 * nearly none: a plan made for all values alike would read a whole table for some of them.
 */
export const PLANNED_ANEW = sql.raw(SIGN)

/** Is this statement to be planned each time, and so not to be kept? */
export const isPlannedAnew = (text: string): boolean => text.startsWith(SIGN)
