import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredKind } from '#domain/disclosure/entities'
import { keysOf } from '#domain/values/narrow'
import { PERSONAL_COLUMNS } from '#domain/disclosure/personal'
import type { User } from '#domain/people/user'
import type { Database } from '../store/tables/tables.ts'

/** A person, and how to find where they are named. */
export interface FoundPerson {
  /** Null for a person without an account, such as an assessor. */
  account: User | null
  /** User name and email address, normalised for comparison. */
  names: string[]
  displayName: string
  /** Names that replace those of a blanked person. */
  neutral: { name: string; username: string; email: string }
  /** A regular expression of PostgreSQL, ignoring case: name, email address and phone number, each as a whole. */
  pattern: string
}

const escaped = (word: string): string =>
  word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, '[[:space:]]+')

/** A name of one word is also an ordinary word, so free texts are searched for full names only. */
const wordsOf = ({ displayName, email, phone, username }: User): string[] => [
  ...(/\S\s+\S/.test(displayName) ? [displayName.trim()] : []),
  email,
  ...(username.includes('@') ? [username] : []),
  ...(phone ? [phone] : []),
]

const patternOf = (words: readonly string[]): string => {
  const spelt = words.flatMap(word => [word, JSON.stringify(word).slice(1, -1)])
  return `(?<![[:alnum:]])(?:${[...new Set(spelt.map(escaped))].join('|')})(?![[:alnum:]])`
}

const REMOVED_NAME = { name: 'name removed', username: 'removed', email: 'removed@removed.invalid' }

/** The error for a person whom nothing in the market names. */
export const personNotFoundError = (called: string): Error =>
  new Error(`there is no one with the name, user name or email address ${called}: check the spelling`)

/**
 * Finds a person by user name or email address, ignoring case, and locks the account if requested. Run in a
 * transaction. Without an account, a full name or an email address is a person who is only named.
 */
export const findPerson = async (
  db: Kysely<Database>,
  called: string,
  { locked = false } = {},
): Promise<FoundPerson> => {
  const rows = await db
    .selectFrom('user')
    .selectAll()
    .where(eb =>
      eb.or([
        eb(eb.fn<string>('lower', ['username']), '=', called.toLowerCase()),
        eb(eb.fn<string>('lower', ['email']), '=', called.toLowerCase()),
      ]),
    )
    .$if(locked, query => query.forUpdate())
    .execute()
  const [found, another] = rows
  if (another)
    throw new Error(`several people have the email address ${called}: use the user name of one of them`)
  if (found) {
    const { ordinal, ...account } = found
    const { username, email, displayName } = account
    return {
      account,
      names: [username.toLowerCase(), email.toLowerCase()],
      displayName,
      neutral: {
        name: `Former user ${ordinal}`,
        username: `former-user-${ordinal}`,
        email: `former-user-${ordinal}@removed.invalid`,
      },
      pattern: patternOf(wordsOf(account)),
    }
  }
  if (!/\S\s+\S|\S@\S/.test(called)) throw personNotFoundError(called)
  return {
    account: null,
    names: [called.toLowerCase()],
    displayName: called,
    neutral: REMOVED_NAME,
    pattern: patternOf([called.trim()]),
  }
}

/** A column that may contain personal data; one with several parts is searched as JSON. */
export interface PersonalColumn {
  kind: StoredKind
  column: string
  what: string
  asText: RawBuilder<string>
}

/** All columns that may contain personal data, except those of the account itself. */
export const listPersonalColumns: readonly PersonalColumn[] = keysOf(PERSONAL_COLUMNS)
  .filter(kind => kind !== 'user')
  .flatMap(kind =>
    Object.entries(PERSONAL_COLUMNS[kind] ?? {}).map(([column, what]) => ({
      kind,
      column,
      what: typeof what === 'string' ? what : 'parts',
      asText: typeof what === 'string' ? sql`${sql.ref(column)}` : sql`${sql.ref(column)}::text`,
    })),
  )

/** Tables whose rows belong to an account by `user_id`: credentials, and data that only the person sees. */
export const listAccountTables = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name = 'session' desc, table_name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
