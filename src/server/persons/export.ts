import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { restorePersonalValues } from '../store/personal.ts'
import type { Database } from '../store/tables/tables.ts'
import { findPerson, personNotFoundError, listPersonalColumns, listAccountTables } from './person.ts'

type Row = Readonly<Record<string, unknown>>

/** One kind of data about a person: its title and every row. */
export interface PersonExportSection {
  title: string
  rows: Row[]
}

/** All data that is stored about a person. */
export interface PersonExport {
  of: string
  at: Instant
  sections: PersonExportSection[]
}

/**
 * Columns that are never exported: credentials, which would let a reader sign in, and answers of drafts, which may
 * contain sealed amounts; the person finds those in the forms.
 */
const SECRET = /hash|secret|key|password|token|last_step|^answers$/

/**
 * Exports all data about a person, found by user name or email address, from one snapshot. Leaves out secrets and
 * data that only others may know: the person's actions are listed with time and message, without amounts.
 */
export const exportPerson = (db: Kysely<Database>, called: string, at: Instant): Promise<PersonExport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const { account, names, displayName, pattern } = await findPerson(trx, called)
      const id = account?.id ?? null
      const section = async (title: string, query: RawBuilder<Row>): Promise<PersonExportSection> => ({
        title,
        rows: (await query.execute(trx)).rows,
      })
      const { rows: organisations } = await sql<Row>`
        select name, type, contact, email, phone, mailing_address from organisation
        where id = ${account?.organisationId ?? null} or concat_ws(' ', contact, email, phone) ~* ${pattern}`.execute(
        trx,
      )
      const sections = [
        { title: 'Account', rows: account ? [{ ...account }] : [] },
        { title: 'Organisations and their contact details', rows: organisations },
        ...(await ofAccount(trx, id)),
        await section(
          'Sign-in attempts',
          sql`select at, username, address, succeeded from sign_in_attempt
              where lower(username) = any(${names}) order by at`,
        ),
        await section(
          'Emailed codes',
          sql`select purpose, address, created_at, expires_at from mailed_code where lower(username) = any(${names})`,
        ),
        await section(
          'Sign-ups',
          sql`select email, details, created_at from sign_up where lower(email) = any(${names})`,
        ),
        await section(
          'Saved estimates',
          sql`select desk, email, area, hectares, needs, answers, created_at, confirmed_at from saved_estimate
              where lower(email) = any(${names}) order by ordinal`,
        ),
        await section(
          'Invitations to them and by them',
          sql`select email, invited_at, completed_at, invited_by is not distinct from ${id} as "by them" from invitation
              where invited_by = ${id} or lower(email) = any(${names})`,
        ),
        await section(
          'Emails',
          sql`select created_at, sent_at, letter, to_address, state, facts from mail_outbox
              where lower(to_address) = any(${names}) or facts::text ~* ${pattern} order by created_at`,
        ),
        await section(
          'Declarations answered',
          sql`select answered_at, round_declaration.name, declaration, answer, subject_kind, subject_id
              from declaration_answer join round_declaration on round_declaration.id = round_declaration_id
              where answered_by = ${id} order by answered_at`,
        ),
        await section(
          'Comments',
          sql`select at, subject_kind, subject_id, text from comment where author_id = ${id} order by at`,
        ),
        await section(
          'Documents uploaded',
          sql`select uploaded_at, name, type, size, tag, owner_kind, owner_id, reason from filed_document
              where uploaded_by = ${id} order by uploaded_at`,
        ),
        await section(
          'What they did, from the activity log',
          sql`select id, at, message, subject_kind, subject_id, from_status, to_status, for_client_id
              from activity where actor_id = ${id} order by id`,
        ),
        await aboutThem(trx, id),
        await section(
          'Where the activity log quotes their name or contact',
          sql`select id, at, message, subject_kind, subject_id, path, value
              from activity_personal join activity on id = entry_id where value ~* ${pattern} order by id, path`,
        ),
        ...(await namedIn(trx, pattern)),
      ].filter(({ rows }) => rows.length > 0)
      if (sections.length === 0) throw personNotFoundError(called)
      return { of: displayName, at, sections }
    })

const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column)))

const ofAccount = async (trx: Kysely<Database>, userId: string | null): Promise<PersonExportSection[]> => {
  const sections: PersonExportSection[] = []
  for (const table of await listAccountTables(trx)) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(one) - 'user_id' as row from ${sql.id(table)} as one where user_id = ${userId}`.execute(
      trx,
    )
    sections.push({ title: TITLES[table] ?? table, rows: rows.map(({ row }) => withoutSecrets(row)) })
  }
  return sections
}

const TITLES: Readonly<Record<string, string>> = {
  session: 'Signed in',
  credential: 'Password (date set)',
  second_factor: 'Second factor (date confirmed)',
  recovery_code: 'Recovery codes (number)',
  passkey: 'Passkeys',
  known_device: 'Browsers in which they have signed in',
  provider_identity: 'Linked accounts of their organisation',
  idempotency: 'Recently answered requests',
  form_draft: 'Forms with saved answers that were not submitted',
  dismissed_result: 'Dismissed results',
  personal_calendar: 'Calendar address (date created)',
  list_view: 'Saved views of lists',
  inbox_item: 'Their notifications',
  mail_outbox: 'Emails to them',
  notice_choice: 'Their email settings',
  watch: 'Projects, requirements and rounds that they watch',
  api_key: 'API keys (names and times of use)',
}

const aboutThem = async (trx: Kysely<Database>, userId: string | null): Promise<PersonExportSection> => {
  const entries = await trx
    .selectFrom('activity')
    .select(['id', 'at', 'actorId', 'message', 'details'])
    .where('subjectKind', '=', 'user')
    .where('subjectId', '=', userId)
    .orderBy('id')
    .execute()
  const details = await restorePersonalValues(trx, entries)
  const rows = entries.map(entry => ({ ...entry, details: details(entry) }))
  return { title: 'What happened to their account, from the activity log', rows }
}

const namedIn = async (trx: Kysely<Database>, pattern: string): Promise<PersonExportSection[]> => {
  const sections: PersonExportSection[] = []
  for (const { kind, column, asText } of listPersonalColumns) {
    if (kind === 'organisation') continue
    const { rows } = await sql<Row>`
      select id, ${asText} as words from ${sql.table(kind)} where ${asText} ~* ${pattern} order by ordinal`.execute(
      trx,
    )
    sections.push({ title: `Named in ${kind}, ${column}`, rows })
  }
  return sections
}
