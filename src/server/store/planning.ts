import { sql } from 'kysely'

const ANEW = '/* planned anew */'
const ONCE = '/* planned once */'

/**
 * Begins a statement whose best plan depends on the values that it asks for, such as a filter that selects nearly all rows or
 * nearly none: a plan made for all values alike would read a whole table for some of them.
 */
export const PLANNED_ANEW = sql.raw(ANEW)

/** Begins a statement that is asked again and again though it is long, so that it is worth keeping. */
export const PLANNED_ONCE = sql.raw(ONCE)

// A statement about many rows is seldom asked twice with as many.
const LONGEST_KEPT = 4000

/** Is it worth while to keep the plan of this statement? */
export const isPlanKept = (text: string): boolean =>
  text.length > LONGEST_KEPT ? text.startsWith(ONCE) : !text.startsWith(ANEW)
