import type { Generated } from 'kysely'
import type { Instant } from '#domain/dates'

/** One entry of the activity log; who acted is null when the system did. */
export interface ActivityTable {
  /** By which it is known. Ids of one stream, and of entries about one subject, go up in the order of their commits. */
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
  /** What it has its place in: a round, else an organisation, else the installation; null before there were streams. */
  stream: string | null
  /** Which of its stream it is, without gaps and in the order of commits. */
  position: number | null
  /** The changes of rows that it vouches for, by their batch, and the hash of them; null where it vouches for none. */
  rowsBatch: number | null
  rowsHash: string | null
}

/** That a row was changed: which, and a commitment to what it said from then on. */
export interface ActivityRowTable {
  nr: Generated<number>
  batch: number
  tableName: string
  rowKey: string
  /** The SHA-256 of the salt and of the row; null where it was taken away. */
  digest: Buffer | null
  /** Null once blanked. */
  salt: string | null
}

/** A link of the chain: which entry it is of, and its hash, which is made of the hash before it and what the entry says. */
export interface ActivityChainTable {
  seq: number
  entryId: number
  prevHash: string
  hash: string
}

/** An entry with its link of the chain. */
export type ChainedEntry = ActivityTable & ActivityChainTable

/** A value of an entry that tells of a person, and what its commitment was made with; both null once blanked. */
export interface ActivityPersonalTable {
  entryId: number
  /** A JSON pointer into the details of the entry. */
  path: string
  /** Canonical JSON. */
  value: string | null
  salt: string | null
}

/** A leaf of the tree: what is published of an entry, and the salt of the commitment in it, which is not. */
export interface LogLeafTable {
  /** Counted from zero. */
  index: number
  /** The number in the chain. */
  seq: number
  salt: Buffer
  said: string
}

/** A hash that a tile of the tree lists. */
export interface LogHashTable {
  level: number
  index: number
  hash: Buffer
}

/** A head of the tree that was signed. */
export interface LogCheckpointTable {
  size: number
  at: Instant
  root: Buffer
  keyFingerprint: string
  /** The signed note. */
  note: string
  /** How far credits and settlements had come of which all entries were chained. */
  mark: string
  /** Does an entry of the log note it? Those of before this was done have none. */
  isNoted: boolean
}

/** A public key that has signed, by its fingerprint. */
export interface CertificateKeyTable {
  id: string
  publicKey: string
  since: Instant
  signs: Generated<KeyUse>
  /** A signed note by which the key before it vouches for this one. */
  succession: string | null
  /** When it ended, and how many entries the log had by then; of a stolen key under the last honest checkpoint. */
  endedAt: Generated<Instant | null>
  endedSize: Generated<number | null>
  isStolen: Generated<boolean>
}

/** What a key signs. */
export type KeyUse = 'certificates' | 'checkpoints'
