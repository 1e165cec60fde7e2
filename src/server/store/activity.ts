import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { canonicalJson } from '#domain/canonical'
import type { Receipt } from '#contract/subject'
import { withoutPersonal } from './personal.ts'
import { NotStorable } from './refusals.ts'
import type { ActivityTable, ChainedEntry } from './log-tables.ts'
import type { Database } from './tables.ts'

/**
 * What happened to one subject, before it has its place and is chained: the columns that were set, and under `quote` what
 * somebody said in words of their own. The message is in our words and names nobody.
 */
export type ActivityEntry = Omit<
  ActivityTable,
  'id' | 'details' | 'stream' | 'position' | 'rowsBatch' | 'rowsHash'
> & {
  details: Readonly<Record<string, unknown>>
  /** Whose it is, where it is of no round; entries of different owners do not wait for each other. */
  ownerId?: string | null
}

/** An entry about the installation, which no person makes. */
export const ofInstallation = (
  said: Pick<ActivityEntry, 'at' | 'action' | 'title' | 'message' | 'details'>,
): ActivityEntry => ({
  ...said,
  ...{ actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null },
  ...{ subjectKind: 'installation', subjectId: 'installation' },
})

/** The hash that chains an entry: of the hash of the entry before it and all that the entry says, with its numbers. */
export const hashOf = ({ prevHash, ...entry }: Omit<ChainedEntry, 'hash'>): string =>
  createHash('sha256')
    .update(prevHash + saidIn(entry))
    .digest('hex')

/** What is hashed of an entry. Those of before there were streams say nothing of them, nor of rows those that vouch for none. */
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

/** The entry as the log will hold it, without its number, which it gets when it is chained. */
export const unchainedText = (entry: ActivityTable): string =>
  saidIn({ ...entry, seq: undefined, entryId: entry.id })

/** What somebody can keep of a chained entry, to show later that it was written so. */
export const receiptOf = ({ hash, prevHash, ...entry }: ChainedEntry): Receipt => ({
  hash,
  prevHash,
  entry: saidIn(entry),
})

/** On which channel of the database every server is told that the chain has grown, as soon as it has. */
export const NEWS = 'activity'

/**
 * Entries of one stream wait for each other's commits; nothing else does. In a round each owner has a stream, so
 * that the position in a receipt counts the holder's own entries and says nothing of how many others there are.
 */
const streamOf = ({ roundId, ownerId, subjectKind, subjectId }: ActivityEntry): string => {
  if (roundId !== null && ownerId && subjectKind !== 'round') return `${roundId} ${ownerId}`
  return roundId ?? ownerId ?? (subjectKind === 'organisation' ? subjectId : 'installation')
}

/**
 * Adds to the log in one statement; what tells of a person is kept beside it, and the entry holds a commitment to it. Let it be
 * the last thing a transaction does: from here until its end nobody else can add anything of the same round or owner, which is
 * why their order is that of commits and has no gaps. The entries are chained after the commit, by the chainer. Answers them as they
 * are kept.
 */
export const append = async (
  db: Transaction<Database>,
  entries: readonly ActivityEntry[],
): Promise<readonly ActivityTable[]> => {
  if (entries.length === 0) return []
  const given = entries.map(entry => {
    const { ownerId: _, ...rest } = entry
    const { details, parts } = withoutPersonal(entry.subjectKind, entry.details)
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
  // What the database gives back is all that anybody can hash.
  for (const [index, { id, position: _, rowsBatch: _batch, rowsHash: _hash, ...kept }] of rows.entries())
    if (canonicalJson(kept) !== wanted[index])
      throw new NotStorable(`Entry ${id} of the log is not kept as it was written`)
  return rows
}

/** Adds an entry about the installation where this transaction has changed rows of the market, for which none vouches so far. */
export const appendIfChanged = async (
  db: Transaction<Database>,
  said: Parameters<typeof ofInstallation>[0],
): Promise<void> => {
  const { rows } = await sql<{ changed: boolean }>`
    select coalesce(current_setting('market.rows', true), '') <> '' as changed`.execute(db)
  if (rows[0]?.changed) await append(db, [ofInstallation(said)])
}
