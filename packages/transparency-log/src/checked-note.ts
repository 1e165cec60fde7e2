import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type Checkpoint,
  cosignedText,
  keyIdOf,
  type Note,
  type NoteSignature,
  readCheckpoint,
  readCosignature,
  readKeyLine,
  readNote,
  SIGNATURE_LINE_PATTERN,
  type Signer,
} from './note.ts'

/** Public keys that verify the checkpoints of a log. */
export interface LogKeys {
  /** Name of the log. */
  origin: string
  /** Keys of the log, each in one line in the format of signed-note, the latest last. */
  log: readonly string[]
  /** Keys of the registered witnesses, in the same format. */
  witnesses: readonly string[]
  /** Expired keys; missing in logs written by earlier versions. */
  ended?: readonly ExpiredKey[]
}

/** A key that no longer signs. Its signatures count only for what the log contained before its end. */
export interface ExpiredKey {
  /** The key as it was written before it expired. */
  key: string
  /** When it expired; for a stolen key, the time from which its signatures are no longer trusted. */
  at: string
  /** Entries in the log when it expired; for a stolen key, at the last honest checkpoint. */
  size: number
  isStolen: boolean
}

/** The end of a key, if it has expired. */
export const keyExpiryOf = ({ ended = [] }: LogKeys, key: string): ExpiredKey | undefined =>
  ended.find(one => one.key === key)

/** Verifies an Ed25519 signature of 64 bytes over these bytes, under a key of 32 bytes. */
export type VerifyEd25519 = (key: Uint8Array, signature: Uint8Array, signed: Uint8Array) => Promise<boolean>

/** Trusted keys, and the function that verifies their signatures. */
export interface TrustedKeys<Keys extends LogKeys = LogKeys> {
  keys: Keys
  verify: VerifyEd25519
}

/**
 * Error of a checkpoint: it cannot be parsed, is of another log, is signed with an unknown key or wrongly, a
 * co-signature is wrong, or the key had expired before.
 */
export type NoteFault = 'checkpoint' | 'origin' | 'key' | 'signature' | 'cosignature' | 'ended'

/**
 * A witness that claims to have seen a checkpoint, and when; the claim is unverified if the witness's key is not
 * known.
 */
export interface ClaimedCosignature {
  witness: string
  /** Seconds since 1970; null if the line is not a witness's cosignature. */
  seconds: number | null
  isKnown: boolean
}

/** Content of a checkpoint, and its signers. */
export interface CheckedNote {
  checkpoint: Checkpoint
  /** The text that is signed. */
  text: string
  /** The key that signed it, in one line; null if no known key did. */
  signedBy: string | null
  cosigned: readonly ClaimedCosignature[]
}

const signersOf = (lines: readonly string[], kind: Signer['kind']): { line: string; signer: Signer }[] =>
  lines.flatMap(line => {
    const signer = readKeyLine(line)
    return signer?.kind === kind ? [{ line, signer }] : []
  })

const isOf = (signer: Signer, { name, keyId }: NoteSignature): boolean =>
  signer.name === name && keyIdOf(signer) === keyId

/** The log's key that signed a note; `isWrong` if a signature names a known key but is invalid. */
export const signerOfNote = async (
  { text, signatures }: Note,
  { keys, verify }: TrustedKeys,
): Promise<{ signedBy: string | null; isWrong: boolean }> => {
  const own = signersOf(keys.log, SIGNATURE_LINE_PATTERN.log)
  let [signedBy, isWrong]: [string | null, boolean] = [null, false]
  for (const one of signatures) {
    const key = own.find(({ signer }) => isOf(signer, one))
    if (!key) continue
    if (await verify(key.signer.publicKey, one.signature, utf8ToBytes(text))) signedBy ??= key.line
    else isWrong = true
  }
  return { signedBy, isWrong }
}

/** Checks a signed checkpoint: that it is well formed, belongs to this log, and is signed by a known key. */
export const checkNote = async (
  given: string,
  { keys, verify }: TrustedKeys,
): Promise<{ faults: NoteFault[]; note?: CheckedNote }> => {
  const read = readNote(given)
  const checkpoint = read && readCheckpoint(read.text)
  if (!checkpoint) return { faults: ['checkpoint'] }
  const { text, signatures } = read
  const faults = new Set<NoteFault>()
  if (checkpoint.origin !== keys.origin) faults.add('origin')
  const { signedBy, isWrong } = await signerOfNote(read, { keys, verify })
  if (isWrong) faults.add('signature')
  const end = signedBy === null ? undefined : keyExpiryOf(keys, signedBy)
  if (end && checkpoint.size > end.size) faults.add('ended')
  const [own, witnesses] = [
    signersOf(keys.log, SIGNATURE_LINE_PATTERN.log),
    signersOf(keys.witnesses, SIGNATURE_LINE_PATTERN.witness),
  ]
  const cosigned: ClaimedCosignature[] = []
  for (const one of signatures.filter(of => !own.some(({ signer }) => isOf(signer, of)))) {
    const said = readCosignature(one.signature)
    const witness = witnesses.find(({ signer }) => isOf(signer, one))?.signer
    if (witness) {
      const message = said && utf8ToBytes(cosignedText(text, said.seconds))
      if (!said || !message || !(await verify(witness.publicKey, said.signature, message)))
        faults.add('cosignature')
    }
    cosigned.push({ witness: one.name, seconds: said?.seconds ?? null, isKnown: witness !== undefined })
  }
  if (signedBy === null && !faults.has('signature')) faults.add('key')
  return { faults: [...faults], note: { checkpoint, text, signedBy, cosigned } }
}
