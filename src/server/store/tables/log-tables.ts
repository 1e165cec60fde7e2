import type { Generated } from 'kysely'
import type { Instant } from '@credit-market/values/dates'

/** One entry of the activity log; the actor is null if it was the system. */
export interface ActivityTable {
  /**
   * Identifies the entry. Ids of one stream, and of entries about one subject, increase in the order of their commits.
   */
  id: number
  at: Instant
  action: string
  title: string
  actorId: string | null
  forClientId: string | null
  subjectKind: string
  subjectId: string
  roundId: string | null
  fromStatus: string | null
  toStatus: string | null
  message: string
  /** Canonical JSON, with a commitment in place of each personal value. */
  details: string
  /** Stream of the entry: a round, an organisation or the installation; null in entries from before streams. */
  stream: string | null
  /** Number in its stream, without gaps, in the order of commits. */
  position: number | null
  /** Changed rows that the entry vouches for, by their batch, and the hash of them; null if there are none. */
  rowsBatch: number | null
  rowsHash: string | null
}

/** A changed row: which one, and a commitment to its new content. */
export interface ActivityRowTable {
  nr: Generated<number>
  batch: number
  tableName: string
  rowKey: string
  /** SHA-256 of the salt and of the row; null if the row was removed. */
  digest: Buffer | null
  /** Null once blanked. */
  salt: string | null
}

/** A link of the chain: its entry, and its hash over the previous hash and the entry. */
export interface ActivityChainTable {
  seq: number
  entryId: number
  prevHash: string
  hash: string
}

/** An entry with its link of the chain. */
export type ChainedEntry = ActivityTable & ActivityChainTable

/** A personal value of an entry, with the salt of its commitment; both null once blanked. */
export interface ActivityPersonalTable {
  entryId: number
  /** JSON pointer into the details of the entry. */
  path: string
  /** Canonical JSON. */
  value: string | null
  salt: string | null
}

/**
 * A leaf of the Merkle tree: the published part of an entry, and the salt of the commitment in it, which is not
 * published.
 */
export interface LogLeafTable {
  /** Counted from zero. */
  index: number
  /** Sequence number in the chain. */
  seq: number
  salt: Buffer
  said: string
}

/** A hash that a tile of the Merkle tree contains. */
export interface LogHashTable {
  level: number
  index: number
  hash: Buffer
}

/** A signed checkpoint of the Merkle tree. */
export interface LogCheckpointTable {
  size: number
  at: Instant
  root: Buffer
  keyFingerprint: string
  /** The signed note. */
  note: string
  /** Latest credits and settlements whose entries were all chained. */
  mark: string
  /** True if an entry of the log records it; older checkpoints have none. */
  isNoted: boolean
}

/** A public key that has signed, by its fingerprint. */
export interface CertificateKeyTable {
  id: string
  publicKey: string
  since: Instant
  signs: Generated<KeyUse>
  /** Signed note in which the previous key vouches for this one. */
  succession: string | null
  /**
   * Instant at which the key ended, and the number of entries in the log then; for a stolen key, the number under the
   * last honest checkpoint.
   */
  endedAt: Generated<Instant | null>
  endedSize: Generated<number | null>
  isStolen: Generated<boolean>
}

/** Use of a signing key. */
export type KeyUse = 'certificates' | 'checkpoints'
