import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { canonicalJson } from '@credit-market/values/canonical'
import type { Receipt } from '#contract/subject/subject'
import { separatePersonalValues } from './personal.ts'
import { UnstorableValueError } from './refusals.ts'
import type { ActivityTable, ChainedEntry } from './tables/log-tables.ts'
import type { Database } from './tables/tables.ts'

/**
 * A new entry about one subject, before it has a position and is chained: the columns that were set, and under `quote`
 * the actor's own words, if there are any. The message is in our words and contains no personal name.
 */
export type ActivityEntry = Omit<
  ActivityTable,
  'id' | 'details' | 'stream' | 'position' | 'rowsBatch' | 'rowsHash'
> & {
  details: Readonly<Record<string, unknown>>
  /** Owner, for an entry that belongs to no round; entries of different owners do not wait for each other. */
  ownerId?: string | null
}

/** Builds an entry about the installation, with no person as actor. */
export const buildInstallationEntry = (
  said: Pick<ActivityEntry, 'at' | 'action' | 'title' | 'message' | 'details'>,
): ActivityEntry => ({
  ...said,
  ...{ actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null },
  ...{ subjectKind: 'installation', subjectId: 'installation' },
})

/**
 * Returns the hash that chains an entry: over the hash of the previous entry and the hashed text of this one, with its
 * sequence numbers.
 */
export const hashLogEntry = ({ prevHash, ...entry }: Omit<ChainedEntry, 'hash'>): string =>
  createHash('sha256')
    .update(prevHash + saidIn(entry))
    .digest('hex')

/**
 * Text of an entry that is hashed. Entries from before streams have no stream in it, and entries that vouch for no rows
 * have no rows.
 */
const saidIn = ({
  id: _id,
  entryId: _entryId,
  rowsBatch: _rowsBatch,
  stream,
  position,
  rowsHash,
  ...said
}: Omit<ChainedEntry, 'hash' | 'prevHash' | 'seq'> & { seq: number | undefined }): string =>
  canonicalJson({
    ...said,
    ...(stream !== null && { stream, position }),
    ...(rowsHash !== null && { rowsHash }),
  })

/** Returns the entry as the log will store it, without its sequence number, which it gets when it is chained. */
export const unchainedEntryText = (entry: ActivityTable): string =>
  saidIn({ ...entry, seq: undefined, entryId: entry.id })

/** Returns a receipt of a chained entry, with which its holder can show later that it was written like this. */
export const createReceipt = ({ hash, prevHash, ...entry }: ChainedEntry): Receipt => ({
  hash,
  prevHash,
  entry: saidIn(entry),
})

/** Channel of the database that notifies every server as soon as the chain has grown. */
export const NEW_ENTRIES_CHANNEL = 'activity'

/**
 * Entries of one stream wait for each other's commits; entries of different streams do not. In a round each owner has a
 * stream, so that the position in a receipt counts the holder's own entries and does not show how many others there
 * are.
 */
const streamOf = ({ roundId, ownerId, subjectKind, subjectId }: ActivityEntry): string => {
  if (roundId !== null && ownerId && subjectKind !== 'round') return `${roundId} ${ownerId}`
  return roundId ?? ownerId ?? (subjectKind === 'organisation' ? subjectId : 'installation')
}

/**
 * Appends entries to the log in one statement and returns them as stored. Call it last in a transaction: until the
 * transaction ends, no one else can append to the same streams, which is why positions follow the order of commits and
 * have no gaps. Personal values are stored in a table of their own, and the entry holds commitments to them. The
 * chainer chains the entries after the commit. Throws `UnstorableValueError` if the database stores an entry differently.
 */
export const appendLogEntries = async (
  db: Transaction<Database>,
  entries: readonly ActivityEntry[],
): Promise<readonly ActivityTable[]> => {
  if (entries.length === 0) return []
  const given = entries.map(entry => {
    const { ownerId: _, ...rest } = entry
    const { details, parts } = separatePersonalValues(entry.subjectKind, entry.details)
    const at = new Date(entry.at).toISOString()
    return {
      said: { ...rest, at, details: canonicalJson(details), stream: streamOf(entry) },
      personal: parts,
    }
  })
  const wanted = given.map(({ said }) => canonicalJson(said))
  const { rows } = await sql<ActivityTable>`select * from append_activity(${JSON.stringify(
    given.map(({ said, personal }) => ({ ...said, personal })),
  )}) order by id`.execute(db)
  // Verifiers can only hash what the database returns, so it must be exactly what was written.
  for (const [index, { id, position: _, rowsBatch: _batch, rowsHash: _hash, ...kept }] of rows.entries())
    if (canonicalJson(kept) !== wanted[index])
      throw new UnstorableValueError(`Entry ${id} of the log is not kept as it was written`)
  return rows
}

/**
 * Appends an entry about the installation if this transaction has changed market rows that no entry vouches for yet.
 */
export const appendEntryIfChanged = async (
  db: Transaction<Database>,
  said: Parameters<typeof buildInstallationEntry>[0],
): Promise<void> => {
  const { rows } = await sql<{ changed: boolean }>`
    select coalesce(current_setting('market.rows', true), '') <> '' as changed`.execute(db)
  if (rows[0]?.changed) await appendLogEntries(db, [buildInstallationEntry(said)])
}
