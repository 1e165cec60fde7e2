import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '../store/tables.ts'

type Condition = (name: RawBuilder<unknown>) => RawBuilder<SqlBool>

/** What a name is looked for by. A column of names is given in small letters, as the search table has them. */
export interface Sought {
  /** What was typed, in small letters as the database makes them. */
  text: RawBuilder<string>
  /** Is what was typed only like what is found? */
  isMistyped: boolean
  /** What was typed is in the name, or the name is like it. */
  isIn: Condition
  /** Names can be looked for along an index; else each is looked at, which only few can be. */
  isIndexed: boolean
  /** It stands in the name as words of their own; only what is sought as it was typed can be asked so. */
  isWordOf?: Condition
}

/** From which likeness on a mistyped word counts as meant: one letter too many, missing or wrong in an ordinary name. */
export const LIKE_ENOUGH = sql.lit(0.45)

const small = (text: string) => sql<string>`lower(${text})`

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

const any = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** The names that begin with a text, as a range of their index. */
export const beginsWith = (name: RawBuilder<unknown>, text: RawBuilder<string>): RawBuilder<SqlBool> =>
  all([sql`${name} ~>=~ ${text}`, sql`${name} ~<~ (${text} || ${'\u{10ffff}'})`])

/** A text in which nothing stands for anything else when it is matched. */
export const escaped = (typed: string): string => typed.replace(/[\\%_]/g, sign => `\\${sign}`)

/** How many letters and digits a text has: an index of trigrams needs three. */
export const lettersIn = (typed: string): number => typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** The patterns of names that bear a text: anywhere, or where a word begins if it has fewer letters or digits than an index tells apart. */
export const patternsOf = (typed: string): string[] =>
  lettersIn(typed) < 3 ? [`${escaped(typed)}%`, `% ${escaped(typed)}%`] : [`%${escaped(typed)}%`]

/** What bears a text in its name; signs alone are looked for at the beginning of a name. */
export const bearing = (typed: string): Sought => {
  const text = small(typed)
  const like =
    (patterns: readonly string[]): Condition =>
    name =>
      any(patterns.map(pattern => sql`${name} like ${small(pattern)}`))
  if (lettersIn(typed) === 0)
    return { text, isMistyped: false, isIn: name => beginsWith(name, text), isIndexed: true }
  return {
    text,
    isMistyped: false,
    isIn: like(patternsOf(typed)),
    isIndexed: true,
    isWordOf: like([`% ${escaped(typed)} %`, `% ${escaped(typed)}`]),
  }
}

/** What is like a text: among names that have all words of some choice, which are in the index, or among few names. */
const resembling = (typed: string, choices: readonly (readonly string[])[]): Sought => {
  const text = small(typed)
  const isLike: Condition = name => sql<SqlBool>`word_similarity(${text}, ${name}) >= ${LIKE_ENOUGH}`
  const hasWords: Condition = name =>
    any(choices.map(words => all(words.map(word => sql`${name} ~ ${word}`))))
  return choices.length === 0
    ? { text, isMistyped: true, isIn: isLike, isIndexed: false }
    : { text, isMistyped: true, isIn: name => all([hasWords(name), isLike(name)]), isIndexed: true }
}

const MOST_WORDS = 6

/**
 * What a mistyped text may have meant, to be looked for one after another until something is found: names with all its words,
 * each as the nearest that names have, and its numbers; with its words alone, or with two that belong together as one; with
 * the longest word alone. Where names are few, each is looked at in the end, since the nearest words may be those of others.
 */
export const mistyped = async (
  typed: string,
  among: 'many' | 'few',
  db: Kysely<Database>,
): Promise<Sought[]> => {
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
