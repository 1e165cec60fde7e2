import { type Kysely, sql, type Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { appendLogEntries } from '../store/activity.ts'
import { toSqlName } from '../store/naming.ts'
import { BLANK_PERSON_ACTION } from '../log/log-personal.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  findPerson,
  personNotFoundError,
  type FoundPerson,
  listPersonalColumns,
  listAccountTables,
} from './person.ts'

/** Effects of blanking a person, done or previewed: rows by table, and sentences about data that stay. */
export interface PersonBlankingResult {
  neutralName: string
  /** False if nothing was left to blank and nothing was done. */
  isDone: boolean
  removed: { what: string; count: number }[]
  stays: string[]
  /** Needed to blank the emails in the mailbox folder, which are not in the database. */
  person: FoundPerson
}

interface Asked {
  called: string
  reason: string
  now: Instant
}

class Rehearsed extends Error {}

/**
 * Blanks everything that identifies a person, in one transaction, with an entry in the log: the account is closed and
 * renamed, and neutral words replace the person's name wherever it occurs. Idempotent. Throws `Error` with the
 * reason: no such person, or no one else could administer the market.
 */
export const blankPerson = (db: Kysely<Database>, asked: Asked): Promise<PersonBlankingResult> =>
  db.transaction().execute(trx => blank(trx, asked))

/** Describes what blanking a person would do, and changes nothing. */
export const previewPersonBlanking = async (
  db: Kysely<Database>,
  asked: Asked,
): Promise<PersonBlankingResult> => {
  let found: PersonBlankingResult | undefined
  await db
    .transaction()
    .execute(async trx => {
      found = await blank(trx, asked)
      throw new Rehearsed()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error
    })
  return found!
}

const blank = async (
  trx: Transaction<Database>,
  { called, reason, now }: Asked,
): Promise<PersonBlankingResult> => {
  const person = await findPerson(trx, called, { locked: true })
  const { account, neutral, pattern } = person
  const said = { neutralName: neutral.name, stays: await staying(trx, person), person }
  if (account?.username === neutral.username) return { ...said, isDone: false, removed: [] }
  await refuseLastAdmin(trx, person)
  const { rows } = await sql<{ isNamed: boolean }>`select ${reason} ~* ${pattern} as "isNamed"`.execute(trx)
  if (rows[0]?.isNamed) throw new Error('the reason names the person: write it without the name')
  const elsewhere = [
    ...(await organisationsForget(trx, person)),
    ...(await rowsOfAccount(trx, person)),
    ...(await lettersAndTries(trx, person)),
    ...(await wordsOfOthers(trx, person)),
  ]
  const { parts, count } = await blankInLog(trx, person)
  const removed = [
    { what: 'name, email address and phone of the account', count: await closeAccount(trx, person) },
    ...elsewhere,
    { what: 'personal values of the activity log', count },
  ].filter(one => one.count > 0)
  if (removed.length === 0) {
    if (!account) throw personNotFoundError(called)
    return { ...said, isDone: false, removed }
  }
  await forgetWhatRowsSaid(trx)
  await appendLogEntries(trx, [
    {
      at: now,
      action: BLANK_PERSON_ACTION,
      title: 'Remove personal data',
      actorId: null,
      forClientId: null,
      subjectKind: account ? 'user' : 'installation',
      subjectId: account?.id ?? 'installation',
      roundId: null,
      fromStatus: null,
      toStatus: null,
      message: `Remove personal data; ${neutral.name}`,
      details: { blanked: parts, quote: reason },
    },
  ])
  return { ...said, isDone: true, removed }
}

const closeAccount = async (
  trx: Transaction<Database>,
  { account, neutral }: FoundPerson,
): Promise<number> => {
  if (!account) return 0
  await trx
    .updateTable('user')
    .set({ username: neutral.username, email: neutral.email, displayName: neutral.name, phone: null })
    .set({ active: false, secondFactor: false, mustResetPassword: false, version: sql`version + 1` })
    .where('id', '=', account.id)
    .execute()
  return 1
}

const refuseLastAdmin = async (trx: Transaction<Database>, { account }: FoundPerson): Promise<void> => {
  if (!account?.active || !account.groups.includes('sysadmin')) return
  const { rows } = await sql<{ id: string }>`
    select id from "user" where active and 'sysadmin' = any(groups) for update`.execute(trx)
  if (rows.length === 1)
    throw new Error(
      'this is the last active system administrator: create another one first (npm run create-admin)',
    )
}

type Removed = PersonBlankingResult['removed']

/**
 * An organisation keeps its name and address, which are part of the market's books; another person becomes its
 * contact.
 */
const organisationsForget = async (
  trx: Transaction<Database>,
  { neutral, pattern }: FoundPerson,
): Promise<Removed> => {
  const { numAffectedRows = 0n } = await sql`update organisation set version = version + 1,
      contact = regexp_replace(contact, ${pattern}, ${neutral.name}, 'gi'),
      email = case when email ~* ${pattern} then null else email end,
      phone = case when phone ~* ${pattern} then null else phone end
    where concat_ws(' ', contact, email, phone) ~* ${pattern}`.execute(trx)
  return [{ what: 'organisations that must name a new contact', count: Number(numAffectedRows) }]
}

const rowsOfAccount = async (trx: Transaction<Database>, { account }: FoundPerson): Promise<Removed> => {
  const removed: Removed = []
  if (!account) return removed
  for (const table of await listAccountTables(trx)) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.id(table)} where user_id = ${account.id}`.execute(trx)
    removed.push({ what: `rows of the account (${table})`, count: Number(numAffectedRows) })
  }
  return removed
}

/** Removes emails to the person or with the name, and records of sign-in attempts. */
const lettersAndTries = async (
  trx: Transaction<Database>,
  { names, neutral, pattern }: FoundPerson,
): Promise<Removed> => {
  const done = async (what: string, statement: ReturnType<typeof sql>) => ({
    what,
    count: Number((await statement.execute(trx)).numAffectedRows ?? 0n),
  })
  return [
    await done(
      'emails to them, or sent emails that name them',
      sql`delete from mail_outbox where lower(to_address) = any(${names}) or (state <> 'queued' and facts::text ~* ${pattern})`,
    ),
    await done(
      'queued emails that named them',
      sql`update mail_outbox set facts = regexp_replace(facts::text, ${pattern}, ${neutral.name}, 'gi')::jsonb
        where facts::text ~* ${pattern}`,
    ),
    await done(
      'notifications of other people that named them',
      sql`update inbox_item set facts = regexp_replace(facts::text, ${pattern}, ${neutral.name}, 'gi')::jsonb
        where facts::text ~* ${pattern}`,
    ),
    await done('sign-in attempts', sql`delete from sign_in_attempt where lower(username) = any(${names})`),
    await done('emailed codes', sql`delete from mailed_code where lower(username) = any(${names})`),
    await done(
      'sign-ups',
      sql`delete from sign_up where lower(email) = any(${names}) or details::text ~* ${pattern}`,
    ),
    await done(
      'saved estimates',
      sql`delete from saved_estimate where lower(email) = any(${names}) or answers::text ~* ${pattern}`,
    ),
    await done(
      'proposals whose preview named them; one that waits becomes void',
      sql`update proposal set version = version + 1, foreseen = regexp_replace(foreseen::text, ${pattern}, ${neutral.name}, 'gi')::jsonb,
          status = case status when 'Waiting' then 'Void' else status end,
          note = case status when 'Waiting' then 'Someone whom it names has been removed' else note end,
          decided_at = case status when 'Waiting' then clock_timestamp() else decided_at end
        where foreseen::text ~* ${pattern}`,
    ),
    await done(
      'tasks that they cancelled',
      sql`update task set message = regexp_replace(message, ${pattern}, ${neutral.name}, 'gi') where message ~* ${pattern}`,
    ),
    await done(
      'answers stored for repeated requests',
      sql`delete from idempotency where answer ~* ${pattern}`,
    ),
  ]
}

/** Replaces the name by neutral words wherever others, or the person, wrote it. */
const wordsOfOthers = async (
  trx: Transaction<Database>,
  { neutral, pattern }: FoundPerson,
): Promise<Removed> => {
  const removed: Removed = []
  for (const { kind, column, what, asText } of listPersonalColumns) {
    if (kind === 'organisation') continue
    const words = what === 'e-mail' ? neutral.email : neutral.name
    const written = sql`regexp_replace(${asText}, ${pattern}, ${words}, 'gi')`
    const { numAffectedRows = 0n } = await sql`update ${sql.table(kind)}
      set version = version + 1, ${sql.ref(column)} = ${what === 'parts' ? sql`${written}::jsonb` : written}
      where ${asText} ~* ${pattern}`.execute(trx)
    removed.push({
      what: `places where they were named (${kind}, ${column})`,
      count: Number(numAffectedRows),
    })
  }
  return removed
}

/** Blanks the log's entries about the account and its quotes of the name; returns what was blanked, by entry. */
const blankInLog = async (
  trx: Transaction<Database>,
  { account, pattern }: FoundPerson,
): Promise<{ parts: Record<string, string[]>; count: number }> => {
  const { rows } = await sql<{ entryId: number; path: string }>`
    update activity_personal as part set value = null, salt = null
    where value is not null and (value ~* ${pattern} or exists (select from activity
      where activity.id = part.entry_id and subject_kind = 'user' and subject_id = ${account?.id ?? null}))
    returning entry_id, path`.execute(trx)
  const parts: Record<string, string[]> = {}
  for (const { entryId, path } of rows) parts[entryId] = [...(parts[entryId] ?? []), path].toSorted()
  return { parts, count: rows.length }
}

/**
 * Deletes the salts of earlier values that name people: without them, no one can guess the values from their
 * commitments.
 */
const forgetWhatRowsSaid = async (trx: Transaction<Database>): Promise<void> => {
  const named = listPersonalColumns.map(({ kind }) => toSqlName(kind).replaceAll('"', ''))
  const tables = [...new Set(['user', 'organisation', ...named, ...(await listAccountTables(trx))])]
  await sql`update activity_row as old set salt = null
    from (select batch, nr, nr < max(nr) over (partition by table_name, row_key) as is_old from activity_row
      where table_name = any(${tables})) as change
    where change.is_old and (old.batch, old.nr) = (change.batch, change.nr) and old.salt is not null`.execute(
    trx,
  )
}

const STAYS = [
  'The names and postal addresses of organisations, even if they are those of a person.',
  'The content of documents, which is not searched for names.',
  'Earlier backups, which contain the data until they are replaced.',
]

const staying = async (trx: Transaction<Database>, { account, neutral }: FoundPerson): Promise<string[]> => {
  if (!account) return STAYS
  const { id } = account
  const { rows } = await sql<{
    declared: number
    did: number
    wrote: number
    filed: number
    invited: number
  }>`
    select (select count(*) from declaration_answer where answered_by = ${id}) as declared,
      (select count(*) from activity where actor_id = ${id}) as did,
      (select count(*) from comment where author_id = ${id}) as wrote,
      (select count(*) from filed_document where uploaded_by = ${id}) as filed,
      (select count(*) from invitation where invited_by = ${id}) as invited`.execute(trx)
  const { declared = 0, did = 0, wrote = 0, filed = 0, invited = 0 } = rows[0] ?? {}
  const as = `as ${neutral.name}, by the id ${id}`
  return [
    `${declared} declarations answered and ${did} entries of the activity log, which are the record of who did what, ${as}.`,
    `${wrote} comments and ${invited} invitations by them, ${as}.`,
    `${filed} uploaded documents.`,
    ...STAYS,
  ]
}
