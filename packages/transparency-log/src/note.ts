import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64.ts'
import type { TreeHead } from './verify-proof.ts'

/** Types of signatures of a note (C2SP signed-note): of a log, and of a witness with the time of its observation. */
export const SIGNATURE_LINE_PATTERN = { log: 0x01, witness: 0x04 } as const
export type SignatureKind = (typeof SIGNATURE_LINE_PATTERN)[keyof typeof SIGNATURE_LINE_PATTERN]

/** A signer: its name, and an Ed25519 key of 32 bytes. */
export interface Signer {
  name: string
  kind: SignatureKind
  publicKey: Uint8Array
}

/** A signature line of a note: the claimed signer, and the signature. */
export interface NoteSignature {
  name: string
  /** Eight hexadecimal digits. */
  keyId: string
  signature: Uint8Array
}

export interface Note {
  /** Includes the final newline: exactly the text that is signed. */
  text: string
  signatures: readonly NoteSignature[]
}

const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const TIME_BYTES = 8
const ED25519_BYTES = 64
const MOST_SIGNATURES = 100
const NAME = /^[^\s+]{1,200}$/u

/** Key id of a signer, in hexadecimal: the first four bytes of a hash of its name, type and key. */
export const keyIdOf = ({ name, kind, publicKey }: Signer): string =>
  bytesToHex(
    sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(kind), publicKey)).slice(0, KEY_ID_BYTES),
  )

/** A signer in one line, in the format that verifiers of logs use ("vkey"). */
export const keyLineOf = (signer: Signer): string =>
  `${signer.name}+${keyIdOf(signer)}+${toBase64(concatBytes(Uint8Array.of(signer.kind), signer.publicKey))}`

/** Parses the line of a signer; undefined if it is invalid or its key id does not match its key. */
export const readKeyLine = (line: string): Signer | undefined => {
  const [name = '', keyId = '', ...rest] = line.split('+')
  const bytes = fromBase64(rest.join('+'))
  const kind = Object.values(SIGNATURE_LINE_PATTERN).find(one => one === bytes?.[0])
  if (!bytes || !kind || !NAME.test(name) || bytes.length !== KEY_BYTES + 1) return undefined
  const signer = { name, kind, publicKey: bytes.slice(1) }
  return keyIdOf(signer) === keyId ? signer : undefined
}

/** A signature as a line of a note. */
export const signatureLine = ({ name, keyId, signature }: NoteSignature): string => {
  const id = Uint8Array.from(keyId.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return `— ${name} ${toBase64(concatBytes(id, signature))}\n`
}

const LINE = /^— ([^\s+]{1,200}) ([A-Za-z0-9+/=]{1,10000})$/u

/** Parses a note without verifying its signatures; undefined if it is invalid. */
export const readNote = (given: string): Note | undefined => {
  const middle = given.lastIndexOf('\n\n')
  if (middle < 0 || !given.endsWith('\n')) return undefined
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0009\u000b-\u001f]/.test(given)) return undefined
  const lines = given.slice(middle + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES) return undefined
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const [, name, text = ''] = LINE.exec(line) ?? []
    const bytes = fromBase64(text)
    if (name === undefined || !bytes || bytes.length <= KEY_ID_BYTES) return undefined
    signatures.push({
      name,
      keyId: bytesToHex(bytes.slice(0, KEY_ID_BYTES)),
      signature: bytes.slice(KEY_ID_BYTES),
    })
  }
  return { text: given.slice(0, middle + 1), signatures }
}

/** A checkpoint: the name of its log, and the tree's size and root (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  origin: string
}

/** The text of a checkpoint, which is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Parses the text of a checkpoint; undefined if it is invalid. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin = '', digits = '', hash = '', ...more] = text.split('\n')
  const root = fromBase64(hash)
  const size = Number(digits)
  if (origin === '' || !/^(?:0|[1-9]\d{0,15})$/.test(digits) || !Number.isSafeInteger(size)) return undefined
  // Extension lines are refused: verifiers could not use them.
  return root?.length === KEY_BYTES && more.length === 1 && more[0] === ''
    ? { origin, size, root }
    : undefined
}

/**
 * The text that a witness signs for a checkpoint that it saw at a time, in seconds since 1970 (C2SP
 * tlog-cosignature).
 */
export const cosignedText = (checkpoint: string, seconds: number): string =>
  `cosignature/v1\ntime ${seconds}\n${checkpoint}`

/** Parses the time and the Ed25519 signature in the line of a witness. */
export const readCosignature = (
  signature: Uint8Array,
): { seconds: number; signature: Uint8Array } | undefined => {
  if (signature.length !== TIME_BYTES + ED25519_BYTES) return undefined
  const seconds = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0))
  return Number.isSafeInteger(seconds) ? { seconds, signature: signature.slice(TIME_BYTES) } : undefined
}
