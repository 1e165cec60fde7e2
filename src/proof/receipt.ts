import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '@credit-market/transparency-log/base64'
import { leafHash } from '@credit-market/transparency-log/hash'
import {
  type CheckedNote,
  checkNote,
  keyExpiryOf,
  type NoteFault,
  type TrustedKeys,
} from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from './market-keys.ts'
import { verifyInclusion } from '@credit-market/transparency-log/verify-proof'

/** Proof that the log contains a leaf, under a signed checkpoint. */
export interface LeafProof {
  /** Index of the leaf, from zero. */
  index: number
  /** Content of the leaf, as published. */
  said: string
  /** Number of entries in the log at the checkpoint. */
  size: number
  /** Inclusion proof from the leaf upwards, in base64 (RFC 6962, section 2.1.1). */
  hashes: readonly string[]
  /** The signed note, with its co-signatures. */
  checkpoint: string
}

/** The same for a leaf that commits to an entry. */
export interface EntryProof extends LeafProof {
  /** Salt of the commitment, 32 bytes in hexadecimal. */
  salt: string
}

/** Receipt of a log entry, to prove later what was written; without a proof until a checkpoint covers the entry. */
export interface LogReceipt {
  /** SHA-256 of `prevHash` followed by `entry`, in hexadecimal. */
  hash: string
  prevHash: string
  /** The log entry, as canonical JSON. */
  entry: string
  proof: EntryProof | null
}

/** A certificate as signed, with the proof that the log contains it. */
export interface LoggedCertificate {
  /** The exact text that is signed. */
  certificate: string
  /** Ed25519 signature, in base64. */
  signature: string
  /** SHA-256 of the signing public key, in hexadecimal. */
  keyFingerprint: string
  proof: LeafProof | null
}

/** Errors that a check can find. */
export type ReceiptFault =
  | NoteFault
  /** The hash is not of this entry. */
  | 'entry'
  /** The leaf does not commit to the entry, or contradicts it. */
  | 'commitment'
  /** The leaf is not in the log at this checkpoint. */
  | 'inclusion'
  /** The checkpoint is of another size than the proof. */
  | 'size'
  /** The signature of the certificate is invalid, or its key is not known. */
  | 'certificate'
  /** The leaf is not about the certificate. */
  | 'unnamed'

/** Result of a check; without errors, everything that there is has been proved. */
export interface CheckResult {
  faults: readonly ReceiptFault[]
  /** The parsed note and its signers; undefined if it cannot be read or does not exist yet. */
  note?: CheckedNote
}

type Said = Readonly<Record<string, unknown>>

const saidIn = (text: string): Said | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Said) : undefined
  } catch {
    return undefined
  }
}

const isHex = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** True if everything in the leaf is also in the entry. */
const agrees = (leaf: Said, entry: Said): boolean => {
  const { seq, at, action, subjectKind, subjectId, toStatus, details } = entry
  const certificates: readonly unknown[] = Array.isArray(leaf.certificates) ? leaf.certificates : []
  return (
    leaf.number === seq &&
    (leaf.action === undefined ||
      (leaf.at === at &&
        leaf.action === action &&
        leaf.subject === `${String(subjectKind)} ${String(subjectId)}` &&
        (leaf.status ?? null) === toStatus)) &&
    certificates.every(one => String(details).includes(String(one)))
  )
}

const isCommittedTo = ({ hash, entry }: LogReceipt, { said, salt }: EntryProof): boolean => {
  const [leaf, what] = [saidIn(said), saidIn(entry)]
  if (!leaf || !what || !isHex(salt) || !isHex(hash)) return false
  const commitment = bytesToHex(sha256(concatBytes(hexToBytes(salt), hexToBytes(hash))))
  return leaf.commitment === commitment && agrees(leaf, what)
}

const checkLeaf = async (proof: LeafProof, trusted: TrustedKeys<MarketKeys>): Promise<CheckResult> => {
  const { note, faults } = await checkNote(proof.checkpoint, trusted)
  if (!note) return { faults }
  const { size, root } = note.checkpoint
  const hashes = proof.hashes.map(fromBase64)
  const leaf = leafHash(utf8ToBytes(proof.said))
  const isIn =
    hashes.every(one => one !== undefined) &&
    verifyInclusion(leaf, { index: proof.index, size: proof.size, root, proof: hashes })
  return {
    faults: [
      ...(isIn ? [] : ['inclusion' as const]),
      ...(size === proof.size ? [] : ['size' as const]),
      ...faults,
    ],
    note,
  }
}

/** Checks a receipt from the entry up to the signature of the checkpoint; without a proof, only the entry. */
export const checkReceipt = async (
  receipt: LogReceipt,
  trusted: TrustedKeys<MarketKeys>,
): Promise<CheckResult> => {
  const { hash, prevHash, entry, proof } = receipt
  const ofEntry = hashOf(prevHash + entry) === hash ? [] : ['entry' as const]
  if (!proof) return { faults: ofEntry }
  const { faults, note } = await checkLeaf(proof, trusted)
  const ofCommitment = isCommittedTo(receipt, proof) ? [] : ['commitment' as const]
  return { faults: [...ofEntry, ...ofCommitment, ...faults], ...(note && { note }) }
}

// The prefix of the 32 bytes of an Ed25519 key as DER (RFC 8410, section 4).
const BEFORE_KEY = hexToBytes('302a300506032b6570032100')

const fingerprintOf = (key: Uint8Array): string => bytesToHex(sha256(concatBytes(BEFORE_KEY, key)))

/** A text that the market signed, and with which key. */
interface SignedText {
  text: string
  /** Ed25519 signature, in base64. */
  signature: string
  /** SHA-256 of the signing public key, in hexadecimal. */
  keyFingerprint: string
}

const keyOf = ({ keyFingerprint }: Pick<SignedText, 'keyFingerprint'>, { keys }: TrustedKeys<MarketKeys>) =>
  keys.certificates
    .map(text => ({ text, bytes: fromBase64(text) }))
    .find(({ bytes }) => bytes !== undefined && fingerprintOf(bytes) === keyFingerprint)

/** True if a key for certificates of the market signed this text. */
export const isSignedByMarket = async (
  given: SignedText,
  trusted: TrustedKeys<MarketKeys>,
): Promise<boolean> => {
  const key = keyOf(given, trusted)?.bytes
  const bytes = fromBase64(given.signature)
  return key !== undefined && bytes !== undefined && trusted.verify(key, bytes, utf8ToBytes(given.text))
}

const expiryOf = (given: Pick<SignedText, 'keyFingerprint'>, trusted: TrustedKeys<MarketKeys>) =>
  keyExpiryOf(trusted.keys, keyOf(given, trusted)?.text ?? '')

/** True if the key that signed something has expired. */
export const isSigningKeyEnded = (
  given: Pick<SignedText, 'keyFingerprint'>,
  trusted: TrustedKeys<MarketKeys>,
): boolean => expiryOf(given, trusted) !== undefined

/**
 * True if the signing key had expired before the log contained the certificate. Without a proof this is unknown, and
 * the certificate is not proved anyway.
 */
const isAfterEnd = (given: LoggedCertificate, trusted: TrustedKeys<MarketKeys>): boolean => {
  const end = expiryOf(given, trusted)
  return end !== undefined && given.proof !== null && given.proof.index >= end.size
}

/**
 * Checks the signature of a certificate, and that the log contained it before its key expired; without a proof, only
 * the signature.
 */
export const checkCertificate = async (
  given: LoggedCertificate,
  trusted: TrustedKeys<MarketKeys>,
): Promise<CheckResult> => {
  const ofCertificate = [
    ...((await isSignedByMarket({ ...given, text: given.certificate }, trusted))
      ? []
      : ['certificate' as const]),
    ...(isAfterEnd(given, trusted) ? ['ended' as const] : []),
  ]
  if (!given.proof) return { faults: ofCertificate }
  const { faults, note } = await checkLeaf(given.proof, trusted)
  const named = saidIn(given.proof.said)?.certificates
  const isNamed = Array.isArray(named) && named.includes(hashOf(given.certificate))
  return {
    faults: [...ofCertificate, ...(isNamed ? [] : ['unnamed' as const]), ...faults],
    ...(note && { note }),
  }
}
