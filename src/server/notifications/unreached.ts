import { type Kysely, sql } from 'kysely'
import { NOTICES, findNotice } from '#actions/notices/index'
import {
  type readUnreached,
  type ReturnedEmail,
  UNOPENED_AFTER_DAYS,
  type UnopenedItem,
} from '#contract/desk/inbox'
import type { AnswerOf } from '#contract/kit/endpoint'
import { addDays, type Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

const MOST = 200

const OBLIGATORY = Object.entries(NOTICES)
  .filter(([, { obligatory }]) => obligatory !== undefined)
  .map(([name]) => name)

const titleOf = (kind: string): string => findNotice(kind)?.title ?? 'An email about an account'

interface Unopened {
  id: string
  kind: string
  thing: string | null
  where: string | null
  at: Instant
  personId: string
  person: string
  organisationId: string | null
  organisation: string | null
  letterId: string | null
  state: 'queued' | 'sent' | 'failed' | null
}

const LETTERS = { queued: 'waiting', sent: 'sent', failed: 'failed' } as const

/**
 * Items that people outside the market operator need to read or act on and have not opened for days, the oldest
 * first.
 */
const unopenedItems = async (db: Kysely<Database>, before: Instant): Promise<UnopenedItem[]> => {
  const { rows } = await sql<Unopened>`
    select item.id, item.kind, item.facts ->> 'thing' as thing, item.facts ->> 'where' as where, item.created_at as at,
      reader.id as person_id, reader.display_name as person, reader.organisation_id,
      organisation.name as organisation, item.letter_id, letter.state
    from inbox_item item
    join "user" reader on reader.id = item.user_id and reader.active
    left join organisation on organisation.id = reader.organisation_id
    left join mail_outbox letter on letter.id = item.letter_id
    where item.read_at is null and item.created_at < ${before} and organisation.type is distinct from 'OPER'
      and item.ended_at is null and (item.waits_for <> '{}' or item.kind = any(${OBLIGATORY}::text[]))
    order by item.created_at, item.id limit ${MOST}`.execute(db)
  return rows.map(({ id, kind, thing, where, at, state, ...row }) => ({
    id,
    title: titleOf(kind),
    thing: thing ?? '',
    where: where ?? '',
    person: { id: row.personId, name: row.person },
    organisation:
      row.organisationId && row.organisation ? { id: row.organisationId, name: row.organisation } : null,
    at,
    letter: state === null ? 'none' : LETTERS[state],
  }))
}

interface Returned {
  id: string
  letter: string
  at: Instant
  bounced: boolean
  message: string | null
  toAddress: string | null
  email: string | null
  personId: string | null
  person: string | null
  organisationId: string | null
  organisation: string | null
}

/** Emails that were not delivered, the latest first. */
const returnedLetters = async (db: Kysely<Database>): Promise<ReturnedEmail[]> => {
  const { rows } = await sql<Returned>`
    select letter.id, letter.letter, letter.created_at as at, letter.bounced, letter.message, letter.to_address,
      reader.email, reader.id as person_id, reader.display_name as person, organisation.id as organisation_id,
      organisation.name as organisation
    from mail_outbox letter
    left join "user" reader on reader.id = letter.user_id
    left join organisation on organisation.id = coalesce(letter.organisation_id, reader.organisation_id)
    where letter.state = 'failed'
    order by letter.created_at desc, letter.id limit ${MOST}`.execute(db)
  return rows.map(({ id, letter, at, bounced, message, ...row }) => ({
    id,
    title: titleOf(letter),
    to: row.email ?? row.toAddress ?? row.organisation ?? '',
    person: row.personId && row.person ? { id: row.personId, name: row.person } : null,
    organisation:
      row.organisationId && row.organisation ? { id: row.organisationId, name: row.organisation } : null,
    at,
    isRefused: bounced,
    message: message ?? '',
  }))
}

/** People whom the market's messages do not reach: unopened items and undelivered emails. */
export const listUnreachedPeople = async (
  db: Kysely<Database>,
  now: Instant,
): Promise<AnswerOf<typeof readUnreached>> => ({
  unopened: await unopenedItems(db, addDays(now.slice(0, 10), -UNOPENED_AFTER_DAYS)),
  returned: await returnedLetters(db),
})
