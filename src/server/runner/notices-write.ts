import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import { PLAN_ONCE_PREFIX } from '../store/planning.ts'
import { runSqlText } from '../store/rows.ts'
import type { NoticeRow } from './told-rows.ts'

/** Instant and actor of the notices; actors get no notice of their own acts. */
interface Telling {
  now: Instant
  actorId: string | null
  /** For old events: the notice is stored as read, and no email is sent. */
  isHistory?: boolean
}

/**
 * Puts notices into the inboxes of their readers and queues the emails, in one statement for all. A key makes each
 * notice unique for each reader; an organisation without any user gets the email at its own address.
 */
export const writeNotices = async (
  db: Kysely<Database>,
  rows: readonly NoticeRow[],
  { now, actorId, isHistory = false }: Telling,
): Promise<void> => {
  if (rows.length === 0) return
  await runSqlText(db, PLAN_ONCE_PREFIX + WRITE, [JSON.stringify(rows), now, actorId, isHistory])
}

/** Returns which of these things are watched by someone. */
export const filterWatchedSubjects = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{
    subject: string
  }>`select distinct subject_kind || ' ' || subject_id as subject from watch
    where subject_id = any(${ids}::text[])`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

// Ties between users and things, as `contract/nouns/read-access.ts` lets them read; a user without a tie gets no
// notice.
const WRITE = `
with told as materialized (
  select * from jsonb_to_recordset($1::jsonb) as one (key text, notice text, kind text, id text, round text, owner text,
    agency text, organisation text, person text, area text, readers text[], fits text[], "agentsWho" text, "waitsBy" text[],
    "waitsFor" text[], "isEach" boolean, "insteadOf" text, usual text, "isObligatory" boolean, facts jsonb)
),
-- Organisations by how they are tied to it, and for whose sake.
tied as (
  select told.key, 'owner' as tie, owner as sake, owner as organisation_id from told
  where owner is not null and organisation is null and readers && '{owner,watchers}'
  union all
  select told.key, 'agents', owner, held.agent_id from told
  join agent_authority held on held.client_id = owner and held.round_id = round and held.status = 'Approved'
    and ("agentsWho" is null or "agentsWho" = any(held.permissions))
  where organisation is null and readers && '{agents,watchers}'
  union all
  select told.key, 'agency', owner, agency from told where agency is not null and 'agency' = any(readers)
  union all
  select told.key, 'named', owner, organisation from told where organisation is not null
  union all
  select told.key, 'participants', taking.organisation_id, taking.organisation_id from told
  join participation taking on taking.round_id = round and taking.status <> 'Withdrawn' where 'participants' = any(readers)
  union all
  select told.key, 'participants', held.client_id, held.agent_id from told
  join agent_authority held on held.round_id = round and held.status = 'Approved' where 'participants' = any(readers)
  union all
  -- Whom a round fits, and the agency that looks after one with no people of its own.
  select told.key, 'fitting', one.id, reader.id from told join organisation one on one.id = any(fits)
  cross join lateral (values (one.id), (case when one.claimed_at is null then one.brought_by_id end)) as reader (id)
  where 'fitting' = any(readers) and reader.id is not null
  union all
  select told.key, 'authority', null, authority.id from told
  join organisation authority on authority.type = 'LPA' and authority.lpa_id = area
  where area is not null and readers && '{authority,watchers}'
),
people as materialized (
  select key, tie, sake, person.id as user_id from tied join organisation on organisation.id = tied.organisation_id
  join "user" person on person.organisation_id = coalesce(organisation.merged_into_id, organisation.id) and person.active
    and person.admitted_at is not null
  union all
  select key, 'operator', null, person.id from told join "user" person on person.active and person.groups && '{admin,sysadmin}'
  where readers && '{operator,watchers}'
  union all
  select key, 'person', null, id from (select key, person as id from told where person is not null) as one
  where exists (select from "user" where "user".id = one.id and active)
),
-- People who learn more about the same thing from another notification.
told_more as materialized (
  select "insteadOf" as notice, kind, id, user_id from told join people using (key) where "insteadOf" is not null
),
reading as (
  select told.*, people.tie, people.sake, people.user_id from told join people using (key)
  where (people.tie = any(readers) or (people.tie = 'person' and 'named' = any(readers)))
    and not exists (select from told_more more where more.notice = told.notice and more.kind = told.kind and more.id = told.id
      and more.user_id = people.user_id)
  union all
  select told.*, 'watchers', null, watch.user_id from told join watch on watch.subject_kind = told.kind and watch.subject_id = told.id
  join "user" on "user".id = watch.user_id and "user".active
  where 'watchers' = any(readers) and (told.kind = 'round' or exists (
    select from people where people.key = told.key and people.user_id = watch.user_id))
    and not exists (select from told other join people on people.key = other.key and people.tie = any(other.readers)
      where other.kind = told.kind and other.id = told.id and other.key <> told.key and people.user_id = watch.user_id)
),
chosen as (
  select distinct on (reading.key, reading.user_id, case when "isEach" then sake end) reading.*,
    case when $4 then 'none' when "isObligatory" then 'atOnce' else coalesce(notice_choice.how, usual) end as how,
    case when tie = any("waitsBy") then "waitsFor" else '{}' end as waits,
    md5(concat_ws(' ', reading.key, reading.user_id, case when "isEach" then sake end)) as item_id
  from reading left join notice_choice on notice_choice.user_id = reading.user_id and notice_choice.kind = reading.notice
  where reading.user_id is distinct from $3
  order by reading.key, reading.user_id, case when "isEach" then sake end, (tie = any("waitsBy")) desc, sake
),
item as (
  insert into inbox_item (id, user_id, kind, subject_kind, subject_id, round_id, organisation_id, facts, created_at, read_at,
    waits_for, for_digest, letter_id)
  select item_id, user_id, notice, kind, id, round, sake, facts, $2::timestamptz, case when $4 then $2::timestamptz end,
    waits, how = 'daily', case when how = 'atOnce' then md5('letter ' || item_id) end
  from chosen on conflict (id) do nothing returning *
),
-- An organisation without people yet gets its emails at its address; planning authorities write to us first.
to_addresses as (
  insert into mail_outbox (id, letter, organisation_id, facts, not_before, created_at)
  select distinct on (told.key, tied.organisation_id) md5(concat_ws(' ', 'letter', told.key, tied.organisation_id)), notice,
    tied.organisation_id, facts, $2::timestamptz, $2::timestamptz
  from told join tied using (key) join organisation on organisation.id = tied.organisation_id
  where not $4 and tie = any(readers) and organisation.email is not null and organisation.type <> 'LPA'
    and not exists (select from told other join tied more on more.key = other.key where other."insteadOf" = told.notice
      and other.kind = told.kind and other.id = told.id and more.organisation_id = tied.organisation_id)
    and not exists (select from "user" person where person.active and person.admitted_at is not null
      and person.organisation_id = coalesce(organisation.merged_into_id, organisation.id))
    and ("isObligatory" or not exists (select from stopped_email stopped
      where stopped.organisation_id = tied.organisation_id and stopped.kind = notice))
  on conflict (id) do nothing
)
insert into mail_outbox (id, letter, user_id, facts, not_before, created_at)
select letter_id, kind, user_id, facts, $2::timestamptz, $2::timestamptz from item where letter_id is not null
on conflict (id) do nothing`
