import { type Kysely, sql } from 'kysely'
import { isNotYetInUse } from '#actions/organisation/not-yet-in-use'
import type { NoticeName } from '#actions/notices/index'
import type { Instant } from '#domain/dates'
import { isInCareOf, type Organisation } from '#domain/organisation'
import { GROUPS_OF, type User } from '#domain/user'
import { toldRows } from '../runner/notices/told-rows.ts'
import { writeNotices } from '../runner/notices/write.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Tx } from '../store/store.ts'
import type { Database } from '../store/tables.ts'

type Joined = Pick<User, 'groups' | 'joinedAt' | 'invitedBy' | 'admittedAt' | 'admittedBy'>

/** Somebody who is in an organisation from the start, by nobody's word but ours. */
export const admittedFromStart = (joinedAt: Instant): Omit<Joined, 'groups'> => ({
  ...{ joinedAt, admittedAt: joinedAt, invitedBy: null, admittedBy: null },
})

const isFirst = async (tx: Tx, organisation: Organisation, invitedBy: string | null): Promise<boolean> => {
  if (organisation.type === 'OPER') return false
  if (await isNotYetInUse(tx, organisation)) return true
  const inviter = invitedBy === null ? undefined : await tx.one('user', invitedBy)
  return isInCareOf(organisation, inviter?.organisationId ?? null)
}

/**
 * How somebody enters an organisation that is there already: with rights where nobody was there before, else waiting for a
 * colleague to admit them (decision 0127). Locks the organisation, so that of two at once only one is the first. Where one
 * person may do everything (`SECOND_PERSON`) nobody waits.
 */
export const joining = async (
  tx: Tx,
  { now, secondPersonFor }: Pick<Runtime, 'now' | 'secondPersonFor'>,
  { organisationId, invitedBy }: { organisationId: string; invitedBy: string | null },
): Promise<Joined> => {
  const organisation = await tx.lock('organisation', organisationId)
  if (!organisation) throw new Error(`There is no organisation ${organisationId}`)
  const isAdmitted = secondPersonFor() === 'nobody' || (await isFirst(tx, organisation, invitedBy))
  return {
    joinedAt: now(),
    invitedBy,
    admittedAt: isAdmitted ? now() : null,
    admittedBy: null,
    groups: isAdmitted ? [GROUPS_OF[organisation.type][0]] : [],
  }
}

/**
 * Notifies everybody in the organisation that somebody has joined, and that a colleague should admit them; the market operator
 * where the organisation has nobody who could.
 */
export const notifyOfJoining = async (
  tx: Tx,
  { now }: Pick<Runtime, 'now'>,
  { id, organisationId, admittedAt: admitted }: Pick<User, 'id' | 'organisationId' | 'admittedAt'>,
): Promise<void> => {
  const colleagues = await tx.list('user', { organisationId, active: true })
  const isKnown = colleagues.some(one => one.id !== id && one.admittedAt !== null)
  const notice: NoticeName =
    admitted !== null ? 'person-joined' : isKnown ? 'person-to-admit' : 'person-unknown'
  const rows = await toldRows(tx, [{ notice, kind: 'user', id, key: `joined ${id}` }])
  await writeNotices(tx.db, rows, { now: now(), actorId: id })
}

/** Notifies the market operator that an organisation has signed up that it must admit. */
export const notifyOfAdmission = async (tx: Tx, { now, id }: { now: Instant; id: string }): Promise<void> => {
  const rows = await toldRows(tx, [
    { notice: 'authority-to-admit', kind: 'organisation', id, key: `asked ${id}` },
  ])
  await writeNotices(tx.db, rows, { now, actorId: null })
}

/** The names of the colleagues who can admit somebody, by the rule of `AdmitPerson`. */
export const admittingColleagues = async (
  db: Kysely<Database>,
  { id, organisationId, invitedBy }: Pick<User, 'id' | 'organisationId' | 'invitedBy'>,
  organisation: Pick<Organisation, 'type'> | undefined,
): Promise<string[]> => {
  const inviter = organisation?.type === 'OPER' ? invitedBy : null
  const { rows } = await sql<{ name: string }>`select one.display_name as name from "user" as one
    left join "user" as inviter on inviter.id = ${inviter}
    where one.organisation_id = ${organisationId} and one.active and one.admitted_at is not null and one.id <> ${id}
      and one.id is distinct from ${inviter} and (one.invited_by = ${inviter}) is not true
      and inviter.invited_by is distinct from one.id
    order by one.display_name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Notifies the colleagues of a person of a change to what protects the account; the person has an email of their own. */
export const notifyOfAccess = async (
  tx: Tx,
  { now, newId }: Pick<Runtime, 'now' | 'newId'>,
  { id, organisationId }: Pick<User, 'id' | 'organisationId'>,
  what: string,
): Promise<void> => {
  if (organisationId === null) return
  const to = { organisationId }
  const key = `access ${newId()}`
  const rows = await toldRows(tx, [{ notice: 'access-changed', kind: 'user', id, key, to, facts: { what } }])
  await writeNotices(tx.db, rows, { now: now(), actorId: id })
}
