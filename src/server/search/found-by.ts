import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '../store/tables/tables.ts'

type Condition = (name: RawBuilder<unknown>) => RawBuilder<SqlBool>

/** A name search. Columns of names must be in lower case, as in the search table. */
export interface NameSearch {
  /** The search text, in lower case as the database makes it. */
  text: RawBuilder<string>
  /** True if names only have to be similar to the text. */
  isMistyped: boolean
  /** The name contains the text or is similar to it. */
  isIn: Condition
  /** True if an index finds the names; else every name is compared, which is only affordable for few. */
  isIndexed: boolean
  /** The text occurs as whole words of the name; only for exact searches. */
  isWordOf?: Condition
}

/**
 * Lowest similarity at which a mistyped word matches: one character too many, missing or wrong in an ordinary name.
 */
export const MIN_NAME_SIMILARITY = sql.lit(0.45)

const small = (text: string) => sql<string>`lower(${text})`

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

const any = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Names that begin with a text, as a range of their index. */
export const searchNamesBeginningWith = (
  name: RawBuilder<unknown>,
  text: RawBuilder<string>,
): RawBuilder<SqlBool> => all([sql`${name} ~>=~ ${text}`, sql`${name} ~<~ (${text} || ${'\u{10ffff}'})`])

/** Escapes the wildcards of LIKE. */
export const escapeLike = (typed: string): string => typed.replace(/[\\%_]/g, sign => `\\${sign}`)

/** The number of letters and digits in a text: a trigram index needs three. */
export const countAlphanumerics = (typed: string): number => typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Patterns for names that contain a text: anywhere, or at the start of a word if the text is too short for a trigram
 * index.
 */
export const toLikePatterns = (typed: string): string[] =>
  countAlphanumerics(typed) < 3
    ? [`${escapeLike(typed)}%`, `% ${escapeLike(typed)}%`]
    : [`%${escapeLike(typed)}%`]

/** Search for names that contain the text; a text of punctuation alone has to begin the name. */
export const searchNamesContaining = (typed: string): NameSearch => {
  const text = small(typed)
  const like =
    (patterns: readonly string[]): Condition =>
    name =>
      any(patterns.map(pattern => sql`${name} like ${small(pattern)}`))
  if (countAlphanumerics(typed) === 0)
    return { text, isMistyped: false, isIn: name => searchNamesBeginningWith(name, text), isIndexed: true }
  return {
    text,
    isMistyped: false,
    isIn: like(toLikePatterns(typed)),
    isIndexed: true,
    isWordOf: like([`% ${escapeLike(typed)} %`, `% ${escapeLike(typed)}`]),
  }
}

/**
 * Search for names similar to a text: among names with all words of one choice, which the index finds, or among few
 * names.
 */
const resembling = (typed: string, choices: readonly (readonly string[])[]): NameSearch => {
  const text = small(typed)
  const isLike: Condition = name => sql<SqlBool>`word_similarity(${text}, ${name}) >= ${MIN_NAME_SIMILARITY}`
  const hasWords: Condition = name =>
    any(choices.map(words => all(words.map(word => sql`${name} ~ ${word}`))))
  return choices.length === 0
    ? { text, isMistyped: true, isIn: isLike, isIndexed: false }
    : { text, isMistyped: true, isIn: name => all([hasWords(name), isLike(name)]), isIndexed: true }
}

const MOST_WORDS = 6

/**
 * Searches for a mistyped text, to be tried in order until one has results: names with all its words, each replaced
 * by the nearest words that names contain, and its numbers; the words alone, or two adjacent words joined; the
 * longest word alone. If there are few names, the last search compares every name, since the nearest words may belong
 * to other names.
 */
export const listFuzzySearches = async (
  typed: string,
  among: 'many' | 'few',
  db: Kysely<Database>,
): Promise<NameSearch[]> => {
  const parts = typed.split(/[^\p{L}\p{N}]+/u).filter(part => part !== '')
  const words = parts.filter(part => /\p{L}{3}/u.test(part)).slice(0, MOST_WORDS)
  const pairs = parts.slice(1, MOST_WORDS).map((part, before) => `${parts[before]}${part}`)
  const { rows } = await sql<{ meant: string[]; isPair: boolean }>`
    select array(select word from unnest(search_meant(said)) as word where not is_pair or similarity(said, word) >= 0.5) as meant,
      is_pair from (select lower(said) as said, place > ${words.length} as is_pair
        from unnest(${[...words, ...pairs]}::text[]) with ordinality as typed (said, place)) as typed
    order by length(said) desc, said`.execute(db)
  const meant = rows.filter(row => row.meant.length > 0)
  const pattern = ({ meant: some }: (typeof meant)[number]) => `\\m(${some.join('|')})\\M`
  const each = meant.filter(({ isPair }) => !isPair).map(pattern)
  const joined = meant.filter(({ isPair }) => isPair).map(row => [pattern(row)])
  const numbers = parts.filter(part => /^\p{N}+$/u.test(part)).map(number => `\\m${number}`)
  const tries = [
    ...(each.length > 0 && numbers.length > 0 ? [[[...each, ...numbers]]] : []),
    [...(each.length > 0 ? [each] : []), ...joined],
    ...(each.length > 1 ? [[each.slice(0, 1)]] : []),
  ]
  return [...tries.filter(some => some.length > 0), ...(among === 'few' ? [[]] : [])].map(some =>
    resembling(typed, some),
  )
}
