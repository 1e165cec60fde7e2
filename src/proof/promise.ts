import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { keyEnd, type NoteFault, signerOfNote, type Trusted } from './checked-note.ts'
import { readNote } from './note.ts'

/**
 * Immediate answer to whoever makes or confirms an offer or a bid: the entry as made, and a signed promise that its
 * log holds that by a time. It bears no number that tells how many others there are (decision 0133).
 */
export interface LogPromise {
  /** The entry as the log will hold it: canonical JSON without its number, which it gets when it is chained. */
  entry: string
  /** A signed note: the log, "promise", the SHA-256 of `entry` in hexadecimal, when it was taken, and by when the log holds it. */
  promise: string
}

/** The promise in a note. */
export interface Promised {
  origin: string
  /** The SHA-256 of the entry, in hexadecimal. */
  hash: string
  /** When the entry was made, and by when the log holds it. */
  at: string
  by: string
}

/** The hash by which a promise names an entry. */
export const promisedHash = (entry: string): string => bytesToHex(sha256(utf8ToBytes(entry)))

/** The text of a promise, which is signed. */
export const promiseText = ({ origin, hash, at, by }: Promised): string =>
  `${origin}\npromise\n${hash}\n${at}\n${by}\n`

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The promise that a text is; undefined where it is none. */
const readPromise = (text: string): Promised | undefined => {
  const [origin = '', what, hash = '', at = '', by = '', ...rest] = text.split('\n')
  const isOne =
    what === 'promise' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    INSTANT.test(at) &&
    INSTANT.test(by) &&
    rest.join() === ''
  return isOne ? { origin, hash, at, by } : undefined
}

/** Fault of a promise: its note, another entry than the one shown, or a key that has ended since. */
export type PromiseFault = NoteFault | 'promise' | 'entry'

/** Checks a promise: that a key of this log signed it, that it has not ended, and that it is of this entry. */
export const checkPromise = async (
  { entry, promise }: LogPromise,
  { keys, verify }: Trusted,
): Promise<{ faults: PromiseFault[]; promised?: Promised }> => {
  const note = readNote(promise)
  const promised = note && readPromise(note.text)
  if (!note || !promised) return { faults: ['promise'] }
  const { signedBy, isWrong } = await signerOfNote(note, { keys, verify })
  const faults: PromiseFault[] = []
  if (promised.origin !== keys.origin) faults.push('origin')
  if (isWrong) faults.push('signature')
  else if (signedBy === null) faults.push('key')
  else if (keyEnd(keys, signedBy)) faults.push('ended')
  if (promised.hash !== promisedHash(entry)) faults.push('entry')
  return { faults, promised }
}
