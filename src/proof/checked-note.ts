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
  SIGNATURE,
  type Signer,
} from './note.ts'

/** The public keys of a market by which everything that it signs is checked. */
export interface MarketKeys {
  /** By what name the log goes. */
  origin: string
  /** Where the market is reached. */
  address: string
  /** Of the log, each in one line as signed-note writes keys, the latest last. */
  log: readonly string[]
  /** Of the registered witnesses, written likewise. */
  witnesses: readonly string[]
  /** Of certificates, each 32 bytes in base64. */
  certificates: readonly string[]
  /** Which of these keys have ended; a market of an earlier version names none. */
  ended?: readonly EndedKey[]
}

/** A key that signs no more. What it signed counts only where the log held it before the end. */
export interface EndedKey {
  /** As it stands among the keys of the log or of certificates. */
  key: string
  /** When it ended; of a stolen one since when nothing that it signs is believed. */
  at: string
  /** How many entries the log had by its end, of a stolen one under the last honest checkpoint. */
  size: number
  isStolen: boolean
}

/** The end of a key, where it has ended. */
export const keyEnd = ({ ended = [] }: MarketKeys, key: string): EndedKey | undefined =>
  ended.find(one => one.key === key)

/** Does an Ed25519 signature of 64 bytes hold for these bytes under a key of 32? */
export type VerifyEd25519 = (key: Uint8Array, signature: Uint8Array, signed: Uint8Array) => Promise<boolean>

/** By what is checked: the keys that are believed, and what verifies their signatures. */
export interface Trusted {
  keys: MarketKeys
  verify: VerifyEd25519
}

/** Fault of a checkpoint: it cannot be read, is of another log, is signed with a key that is not known, or wrongly, a co-signature is wrong, or the key had ended before. */
export type NoteFault = 'checkpoint' | 'origin' | 'key' | 'signature' | 'cosignature' | 'ended'

/** Who says that it has seen a checkpoint, and when; whether that holds is not known of a witness whose key is not. */
export interface Cosigned {
  witness: string
  /** Since 1970; null where the line is of no witness. */
  seconds: number | null
  isKnown: boolean
}

/** What a checkpoint says, and who has signed it. */
export interface CheckedNote {
  checkpoint: Checkpoint
  /** The text that is signed. */
  text: string
  /** The key that signed it, in one line; null where none that is known did. */
  signedBy: string | null
  cosigned: readonly Cosigned[]
}

const signersOf = (lines: readonly string[], kind: Signer['kind']): { line: string; signer: Signer }[] =>
  lines.flatMap(line => {
    const signer = readKeyLine(line)
    return signer?.kind === kind ? [{ line, signer }] : []
  })

const isOf = (signer: Signer, { name, keyId }: NoteSignature): boolean =>
  signer.name === name && keyIdOf(signer) === keyId

/** Which key of the log has signed a note; `isWrong` where a signature that claims to be of one does not hold. */
export const signerOfNote = async (
  { text, signatures }: Note,
  { keys, verify }: Trusted,
): Promise<{ signedBy: string | null; isWrong: boolean }> => {
  const own = signersOf(keys.log, SIGNATURE.log)
  let [signedBy, isWrong]: [string | null, boolean] = [null, false]
  for (const one of signatures) {
    const key = own.find(({ signer }) => isOf(signer, one))
    if (!key) continue
    if (await verify(key.signer.publicKey, one.signature, utf8ToBytes(text))) signedBy ??= key.line
    else isWrong = true
  }
  return { signedBy, isWrong }
}

/** Checks a signed note of a head of the log: that it is one, of this log, and signed with a key that is known. */
export const checkNote = async (
  given: string,
  { keys, verify }: Trusted,
): Promise<{ faults: NoteFault[]; note?: CheckedNote }> => {
  const read = readNote(given)
  const checkpoint = read && readCheckpoint(read.text)
  if (!checkpoint) return { faults: ['checkpoint'] }
  const { text, signatures } = read
  const faults = new Set<NoteFault>()
  if (checkpoint.origin !== keys.origin) faults.add('origin')
  const { signedBy, isWrong } = await signerOfNote(read, { keys, verify })
  if (isWrong) faults.add('signature')
  const end = signedBy === null ? undefined : keyEnd(keys, signedBy)
  if (end && checkpoint.size > end.size) faults.add('ended')
  const [own, witnesses] = [signersOf(keys.log, SIGNATURE.log), signersOf(keys.witnesses, SIGNATURE.witness)]
  const cosigned: Cosigned[] = []
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
