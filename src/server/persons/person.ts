import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredKind } from '#domain/entities'
import { keysOf } from '#domain/narrow'
import { PERSONAL } from '#domain/personal'
import type { User } from '#domain/user'
import type { Database } from '../store/tables.ts'

/** Somebody, and how to find where they are named. */
export interface Person {
  /** Null for somebody who is only named here, as assessors are. */
  account: User | null
  /** Sign-in name and e-mail address, as they are compared. */
  names: string[]
  displayName: string
  /** What the person is called from then on, where they are blanked. */
  neutral: { name: string; username: string; email: string }
  /** A regular expression of PostgreSQL, without regard to case: name, e-mail and phone, each as a whole. */
  pattern: string
}

const escaped = (word: string): string =>
  word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, '[[:space:]]+')

/** A name of one word is a word of others too, so only whole names are looked for in what people wrote. */
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

/** The error for somebody whom nothing in the market names. */
export const nobodyCalled = (called: string): Error =>
  new Error(`there is nobody with the name, sign-in name or email address ${called}: check the spelling`)

/**
 * Finds somebody by sign-in name or e-mail address, without regard to case, and keeps the account from changing where asked
 * to. To be asked in a transaction. Without an account a whole name or an e-mail address is somebody who is only named.
 */
export const findPerson = async (
  db: Kysely<Database>,
  called: string,
  { locked = false } = {},
): Promise<Person> => {
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
  if (another) throw new Error(`several people have the e-mail address ${called}: name one by sign-in name`)
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
  if (!/\S\s+\S|\S@\S/.test(called)) throw nobodyCalled(called)
  return {
    account: null,
    names: [called.toLowerCase()],
    displayName: called,
    neutral: REMOVED_NAME,
    pattern: patternOf([called.trim()]),
  }
}

/** A column that may hold what tells of people; one of several parts is read as its JSON. */
export interface PersonalColumn {
  kind: StoredKind
  column: string
  what: string
  asText: RawBuilder<string>
}

/** Every column of the market that may tell of people, but for those of the account itself. */
export const personalColumns: readonly PersonalColumn[] = keysOf(PERSONAL)
  .filter(kind => kind !== 'user')
  .flatMap(kind =>
    Object.entries(PERSONAL[kind] ?? {}).map(([column, what]) => ({
      kind,
      column,
      what: typeof what === 'string' ? what : 'parts',
      asText: typeof what === 'string' ? sql`${sql.ref(column)}` : sql`${sql.ref(column)}::text`,
    })),
  )

/** The tables whose rows hang on an account by `user_id`: what proves who somebody is, and what only they see. */
export const tablesOfAccount = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name = 'session' desc, table_name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
