import { type Kysely, sql } from 'kysely'
import { hasNoPeopleActivity } from '#actions/organisation/people'
import type { NoticeName } from '#actions/notices/index'
import type { Instant } from '@credit-market/values/dates'
import { isRepresentedBy, type Organisation } from '#domain/people/organisation'
import { GROUPS_BY_ORGANISATION_TYPE, type User } from '#domain/people/user'
import { buildNoticeRows } from '../runner/told-rows.ts'
import { writeNotices } from '../runner/notices-write.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { StoreTransaction } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'

type Joined = Pick<User, 'groups' | 'joinedAt' | 'invitedBy' | 'admittedAt' | 'admittedBy'>

/** Membership of a person whom the market itself adds, already admitted. */
export const createAdmittedMembership = (joinedAt: Instant): Omit<Joined, 'groups'> => ({
  ...{ joinedAt, admittedAt: joinedAt, invitedBy: null, admittedBy: null },
})

const isFirst = async (
  tx: StoreTransaction,
  organisation: Organisation,
  invitedBy: string | null,
): Promise<boolean> => {
  if (organisation.type === 'OPER') return false
  if (await hasNoPeopleActivity(tx, organisation)) return true
  const inviter = invitedBy === null ? undefined : await tx.one('user', invitedBy)
  return isRepresentedBy(organisation, inviter?.organisationId ?? null)
}

/**
 * Membership of a person who joins an existing organisation: with rights if they are its first person, else waiting
 * until a colleague admits them (decision 0127). Locks the organisation, so that only one of two concurrent people is
 * the first. No one waits if one person may do everything (`SECOND_PERSON`).
 */
export const createJoinerMembership = async (
  tx: StoreTransaction,
  { now, secondPersonFor }: Pick<ActionRuntime, 'now' | 'secondPersonFor'>,
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
    groups: isAdmitted ? [GROUPS_BY_ORGANISATION_TYPE[organisation.type][0]] : [],
  }
}

/**
 * Notifies everyone in the organisation that a person has joined and needs a colleague to admit them; notifies the
 * market operator if no one in the organisation could.
 */
export const notifyColleaguesOfJoining = async (
  tx: StoreTransaction,
  { now }: Pick<ActionRuntime, 'now'>,
  { id, organisationId, admittedAt: admitted }: Pick<User, 'id' | 'organisationId' | 'admittedAt'>,
): Promise<void> => {
  const colleagues = await tx.list('user', { organisationId, active: true })
  const isKnown = colleagues.some(one => one.id !== id && one.admittedAt !== null)
  const notice: NoticeName =
    admitted !== null ? 'person-joined' : isKnown ? 'person-to-admit' : 'person-unknown'
  const rows = await buildNoticeRows(tx, [{ notice, kind: 'user', id, key: `joined ${id}` }])
  await writeNotices(tx.db, rows, { now: now(), actorId: id })
}

/** Notifies the market operator of a new organisation that it has to admit. */
export const notifyOfOrganisationToAdmit = async (
  tx: StoreTransaction,
  { now, id }: { now: Instant; id: string },
): Promise<void> => {
  const rows = await buildNoticeRows(tx, [
    { notice: 'authority-to-admit', kind: 'organisation', id, key: `asked ${id}` },
  ])
  await writeNotices(tx.db, rows, { now, actorId: null })
}

/** Names of the colleagues who can admit a person, by the rule of `AdmitPerson`. */
export const colleaguesWhoCanAdmit = async (
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

/**
 * Notifies a person's colleagues of a change to the protection of the account; the person gets an email of their own.
 */
export const notifyOfAccountProtection = async (
  tx: StoreTransaction,
  { now, newId }: Pick<ActionRuntime, 'now' | 'newId'>,
  { id, organisationId }: Pick<User, 'id' | 'organisationId'>,
  what: string,
): Promise<void> => {
  if (organisationId === null) return
  const to = { organisationId }
  const key = `access ${newId()}`
  const rows = await buildNoticeRows(tx, [
    { notice: 'access-changed', kind: 'user', id, key, to, facts: { what } },
  ])
  await writeNotices(tx.db, rows, { now: now(), actorId: id })
}
