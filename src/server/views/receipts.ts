import { type Kysely, sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { readsAll } from '#contract/read-access'
import type { ProvenReceipt, Receipt } from '#contract/subject'
import { type Actor, isOwnHistory } from '#domain/actor'
import { certificatesIn } from '#domain/published-entry'
import { proofOfEntry } from '../log/proofs.ts'
import { receiptOf } from '../store/activity.ts'
import type { ActivityTable } from '../store/log-tables.ts'
import type { Database } from '../store/tables.ts'

const SEALED: readonly string[] = ['SetOffer', 'SetBid'] satisfies ActionName[]
const APPROVALS: readonly string[] = ['SetApproval', 'Approve'] satisfies ActionName[]

/** What becomes of a project or a credit requirement that is put forward. */
export const REGISTERED_AS = 'Provisional'

const isRegistering = ({ subjectKind, toStatus }: ActivityTable): boolean =>
  ['project', 'requirement'].includes(subjectKind) && toStatus === REGISTERED_AS

/** Whoever made an offer or a bid, or registered something, has a receipt; from a hash alone others could guess an amount, and staff does not read back what it entered. */
const isOwnAct = (reader: Actor, entry: ActivityTable): boolean =>
  (SEALED.includes(entry.action) || isRegistering(entry)) &&
  entry.actorId === reader.userId &&
  !readsAll(reader)

const isApproval = ({ action }: ActivityTable): boolean => APPROVALS.includes(action)

/** Does it concern whose it is: an approval, or what is certified, as credits are that are issued and redeemed? */
const concernsOwner = (entry: ActivityTable): boolean =>
  isApproval(entry) || certificatesIn(entry.details).length > 0

const keyOf = ({ subjectKind, subjectId }: ActivityTable): string => `${subjectKind} ${subjectId}`

/** Whom things are of, or who has proposed them, by kind and id. */
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

/** Those of the entries of which this reader may have a receipt. */
export const withReceipt = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
  reader: Actor,
): Promise<readonly ActivityTable[]> => {
  const owners = await ownersOf(db, entries.filter(concernsOwner))
  const isOf = ({ roundId }: ActivityTable, owner: string | null): boolean =>
    owner !== null &&
    (isOwnHistory(reader, owner) ||
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

/** The receipts of entries, by their ids, once they are chained. */
export const receiptsOf = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
): Promise<ReadonlyMap<number, Receipt>> => {
  if (entries.length === 0) return new Map()
  const links = await linksOf(db, entries)
  const linkOf = new Map(links.map(link => [link.entryId, link]))
  return new Map(
    entries.flatMap(entry => {
      const link = linkOf.get(entry.id)
      return link ? [[entry.id, receiptOf({ ...entry, ...link })]] : []
    }),
  )
}

/** The receipt of an entry to be kept, with its proof; undefined where it does not concern this reader, or is not chained yet. */
export const provenReceipt = async (
  db: Kysely<Database>,
  entry: ActivityTable,
  reader: Actor,
): Promise<ProvenReceipt | undefined> => {
  const [own] = await withReceipt(db, [entry], reader)
  const [link] = own ? await linksOf(db, [own]) : []
  if (!link) return undefined
  return { ...receiptOf({ ...entry, ...link }), proof: await proofOfEntry(db, link.seq) }
}
