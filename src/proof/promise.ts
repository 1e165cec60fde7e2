import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  keyExpiryOf,
  type NoteFault,
  signerOfNote,
  type TrustedKeys,
} from '@credit-market/transparency-log/checked-note'
import { readNote } from '@credit-market/transparency-log/note'

/**
 * Immediate answer to whoever makes or confirms an offer or bid: the entry, and a signed promise that the log will
 * contain it by a given time. Contains no number, since a number would reveal how many other entries there are
 * (decision 0133).
 */
export interface LogPromise {
  /** The entry as the log will contain it: canonical JSON without its number, which it gets when it is chained. */
  entry: string
  /**
   * A signed note: the log, "promise", the SHA-256 of `entry` in hexadecimal, when it was received, and by when the
   * log contains it.
   */
  promise: string
}

/** The content of a promise. */
export interface PromiseContent {
  origin: string
  /** SHA-256 of the entry, in hexadecimal. */
  hash: string
  /** Time of the entry, and the time by which the log will contain it. */
  at: string
  by: string
}

/** The hash of an entry in its promise. */
export const promiseEntryHash = (entry: string): string => bytesToHex(sha256(utf8ToBytes(entry)))

/** The text of a promise, which is signed. */
export const promiseText = ({ origin, hash, at, by }: PromiseContent): string =>
  `${origin}\npromise\n${hash}\n${at}\n${by}\n`

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Parses the text of a promise; undefined if it is not one. */
const readPromise = (text: string): PromiseContent | undefined => {
  const [origin = '', what, hash = '', at = '', by = '', ...rest] = text.split('\n')
  const isOne =
    what === 'promise' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    INSTANT.test(at) &&
    INSTANT.test(by) &&
    rest.join() === ''
  return isOne ? { origin, hash, at, by } : undefined
}

/** Error of a promise: its note, another entry than the one given, or a key that had expired. */
export type PromiseFault = NoteFault | 'promise' | 'entry'

/** Checks a promise: a key of this log signed it and had not expired, and it is of this entry. */
export const checkPromise = async (
  { entry, promise }: LogPromise,
  { keys, verify }: TrustedKeys,
): Promise<{ faults: PromiseFault[]; promised?: PromiseContent }> => {
  const note = readNote(promise)
  const promised = note && readPromise(note.text)
  if (!note || !promised) return { faults: ['promise'] }
  const { signedBy, isWrong } = await signerOfNote(note, { keys, verify })
  const faults: PromiseFault[] = []
  if (promised.origin !== keys.origin) faults.push('origin')
  if (isWrong) faults.push('signature')
  else if (signedBy === null) faults.push('key')
  else if (keyExpiryOf(keys, signedBy)) faults.push('ended')
  if (promised.hash !== promiseEntryHash(entry)) faults.push('entry')
  return { faults, promised }
}
