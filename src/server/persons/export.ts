import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/dates'
import { detailsOf } from '../store/personal.ts'
import type { Database } from '../store/tables.ts'
import { findPerson, nobodyCalled, personalColumns, tablesOfAccount } from './person.ts'

type Row = Readonly<Record<string, unknown>>

/** One kind of what is kept on somebody: what it is, and every row of it. */
export interface Section {
  title: string
  rows: Row[]
}

/** Everything that is kept on a person. */
export interface PersonExport {
  of: string
  at: Instant
  sections: Section[]
}

/**
 * What proves who somebody is stays where it is: it would let whoever reads it in. So do the answers of drafts, in which
 * sealed amounts may stand: the person finds them in the forms.
 */
const SECRET = /hash|secret|key|password|token|last_step|^answers$/

/**
 * Gathers all that the market keeps on somebody, found by sign-in name or e-mail address, as it is at one moment. Secrets are
 * left out, and so is what others alone may know: of what they did it is told what and when, not with which amounts.
 */
export const exportPerson = (db: Kysely<Database>, called: string, at: Instant): Promise<PersonExport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const { account, names, displayName, pattern } = await findPerson(trx, called)
      const id = account?.id ?? null
      const section = async (title: string, query: RawBuilder<Row>): Promise<Section> => ({
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
        { title: 'Organisations, and their contact details', rows: organisations },
        ...(await ofAccount(trx, id)),
        await section(
          'Attempts to sign in',
          sql`select at, username, address, succeeded from sign_in_attempt
              where lower(username) = any(${names}) order by at`,
        ),
        await section(
          'Codes that were mailed',
          sql`select purpose, address, created_at, expires_at from mailed_code where lower(username) = any(${names})`,
        ),
        await section(
          'Asked to join',
          sql`select email, details, created_at from sign_up where lower(email) = any(${names})`,
        ),
        await section(
          'Invitations to them and by them',
          sql`select email, invited_at, completed_at, invited_by is not distinct from ${id} as "by them" from invitation
              where invited_by = ${id} or lower(email) = any(${names})`,
        ),
        await section(
          'Letters',
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
          'What they did, by the activity log',
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
      if (sections.length === 0) throw nobodyCalled(called)
      return { of: displayName, at, sections }
    })

const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column)))

const ofAccount = async (trx: Kysely<Database>, userId: string | null): Promise<Section[]> => {
  const sections: Section[] = []
  for (const table of await tablesOfAccount(trx)) {
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
  credential: 'Password (when it was set)',
  second_factor: 'Second factor (when it was confirmed)',
  recovery_code: 'Recovery codes (how many)',
  passkey: 'Passkeys',
  known_device: 'Browsers on which they have signed in',
  provider_identity: 'Linked accounts of their organisation',
  idempotency: 'Requests answered of late',
  form_draft: 'Answers to forms that were not submitted (which forms)',
  dismissed_result: 'Results put away',
  personal_calendar: 'Address of their calendar (when it was made)',
  list_view: 'Views of lists that they keep',
  inbox_item: 'What they were told of',
  mail_outbox: 'Letters to them',
  notice_choice: 'How they want letters',
  watch: 'What they follow',
  api_key: 'API keys (their names, and when they were used)',
}

const aboutThem = async (trx: Kysely<Database>, userId: string | null): Promise<Section> => {
  const entries = await trx
    .selectFrom('activity')
    .select(['id', 'at', 'actorId', 'message', 'details'])
    .where('subjectKind', '=', 'user')
    .where('subjectId', '=', userId)
    .orderBy('id')
    .execute()
  const details = await detailsOf(trx, entries)
  const rows = entries.map(entry => ({ ...entry, details: details(entry) }))
  return { title: 'What happened to their account, by the activity log', rows }
}

const namedIn = async (trx: Kysely<Database>, pattern: string): Promise<Section[]> => {
  const sections: Section[] = []
  for (const { kind, column, asText } of personalColumns) {
    if (kind === 'organisation') continue
    const { rows } = await sql<Row>`
      select id, ${asText} as words from ${sql.table(kind)} where ${asText} ~* ${pattern} order by ordinal`.execute(
      trx,
    )
    sections.push({ title: `Named in ${kind}, ${column}`, rows })
  }
  return sections
}
