import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type Checkpoint,
  cosignedText,
  keyIdOf,
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
}

/** Does an Ed25519 signature of 64 bytes hold for these bytes under a key of 32? */
export type VerifyEd25519 = (key: Uint8Array, signature: Uint8Array, signed: Uint8Array) => Promise<boolean>

/** By what is checked: the keys that are believed, and what verifies their signatures. */
export interface Trusted {
  keys: MarketKeys
  verify: VerifyEd25519
}

/** What is wrong with a checkpoint: it cannot be read, is of another log, is signed with a key that is not known, or wrongly, or a co-signature is wrong. */
export type NoteFault = 'checkpoint' | 'origin' | 'key' | 'signature' | 'cosignature'

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
  const [own, witnesses] = [signersOf(keys.log, SIGNATURE.log), signersOf(keys.witnesses, SIGNATURE.witness)]
  let signedBy: string | null = null
  const cosigned: Cosigned[] = []
  for (const one of signatures) {
    const key = own.find(({ signer }) => isOf(signer, one))
    if (key) {
      if (await verify(key.signer.publicKey, one.signature, utf8ToBytes(text))) signedBy ??= key.line
      else faults.add('signature')
      continue
    }
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
