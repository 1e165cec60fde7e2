import { type Kysely, sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { mayReadAll } from '#contract/nouns/read-access'
import type { ProvenReceipt, Receipt } from '#contract/subject/subject'
import { type Actor, isOwnOrMerged } from '#domain/people/actor'
import { certificateHashes } from '#domain/disclosure/published-entry'
import { proveEntryInclusion } from './proofs.ts'
import { createReceipt } from '../store/activity.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

const SEALED: readonly string[] = ['SetOffer', 'SetBid'] satisfies ActionName[]
const APPROVALS: readonly string[] = ['SetApproval', 'Approve'] satisfies ActionName[]

/** Status of a project or a credit requirement that is registered. */
export const REGISTERED_STATUS = 'Provisional'

const isRegistering = ({ subjectKind, toStatus }: ActivityTable): boolean =>
  ['project', 'requirement'].includes(subjectKind) && toStatus === REGISTERED_STATUS

/**
 * The person who made an offer or a bid, or registered something, gets a receipt. Others could guess an amount from the
 * hash alone, and staff cannot read back what they entered.
 */
const isOwnAct = (reader: Actor, entry: ActivityTable): boolean =>
  (SEALED.includes(entry.action) || isRegistering(entry)) &&
  entry.actorId === reader.userId &&
  !mayReadAll(reader)

const isApproval = ({ action }: ActivityTable): boolean => APPROVALS.includes(action)

/** True if it concerns the owner: an approval, or a certified event such as issue or redemption of credits. */
const concernsOwner = (entry: ActivityTable): boolean =>
  isApproval(entry) || certificateHashes(entry.details).length > 0

const keyOf = ({ subjectKind, subjectId }: ActivityTable): string => `${subjectKind} ${subjectId}`

/** Owners of things, or their proposers, by kind and id. */
const ownersOf = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> => {
  const ids = entries.map(({ subjectId }) => subjectId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ key: string; owners: (string | null)[] }>`
    select 'project ' || id as key, array[supplier_id] as owners from project where id = any(${ids})
    union all select 'requirement ' || id, array[buyer_id] from requirement where id = any(${ids})
    union all select 'agentAuthority ' || id, array[client_id, agent_id] from agent_authority where id = any(${ids})
    union all select 'proposal ' || id, array[owner_id, proposed_by] from proposal where id = any(${ids})`.execute(
    db,
  )
  return new Map(rows.map(({ key, owners }) => [key, owners]))
}

/** Returns the entries for which this reader may have a receipt. */
export const filterEntriesWithReceipt = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
  reader: Actor,
): Promise<readonly ActivityTable[]> => {
  const owners = await ownersOf(db, entries.filter(concernsOwner))
  const isOf = ({ roundId }: ActivityTable, owner: string | null): boolean =>
    owner !== null &&
    (isOwnOrMerged(reader, owner) ||
      owner === reader.userId ||
      reader.authorities.some(held => held.clientId === owner && held.roundId === roundId))
  return entries.filter(
    entry =>
      isOwnAct(reader, entry) ||
      (isApproval(entry) && entry.actorId === reader.userId) ||
      (owners.get(keyOf(entry)) ?? []).some(owner => isOf(entry, owner)),
  )
}

const linksOf = (db: Kysely<Database>, entries: readonly ActivityTable[]) =>
  db
    .selectFrom('activityChain')
    .selectAll()
    .where(
      'entryId',
      'in',
      entries.map(({ id }) => id),
    )
    .execute()

/** Returns receipts of entries by id, once they are chained. */
export const readReceipts = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
): Promise<ReadonlyMap<number, Receipt>> => {
  if (entries.length === 0) return new Map()
  const links = await linksOf(db, entries)
  const linkOf = new Map(links.map(link => [link.entryId, link]))
  return new Map(
    entries.flatMap(entry => {
      const link = linkOf.get(entry.id)
      return link ? [[entry.id, createReceipt({ ...entry, ...link })]] : []
    }),
  )
}

/**
 * Returns the receipt of an entry with its proof, for safekeeping; undefined if it does not concern this reader, or is
 * not chained yet.
 */
export const readProvenReceipt = async (
  db: Kysely<Database>,
  entry: ActivityTable,
  reader: Actor,
): Promise<ProvenReceipt | undefined> => {
  const [own] = await filterEntriesWithReceipt(db, [entry], reader)
  const [link] = own ? await linksOf(db, [own]) : []
  if (!link) return undefined
  return { ...createReceipt({ ...entry, ...link }), proof: await proveEntryInclusion(db, link.seq) }
}
