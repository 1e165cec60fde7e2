import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from './base64.ts'
import { leafHash } from './hash.ts'
import { type CheckedNote, checkNote, keyEnd, type NoteFault, type Trusted } from './checked-note.ts'
import { verifyInclusion } from './verify-proof.ts'

/** What proves that the log has a leaf, under a head that was signed. */
export interface LeafProof {
  /** Which leaf it is, counted from zero. */
  index: number
  /** What the leaf says, as it is published. */
  said: string
  /** How many entries the log had as its head was signed. */
  size: number
  /** From the leaf upwards, in base64 (RFC 6962, section 2.1.1). */
  hashes: readonly string[]
  /** The signed note, with its co-signatures. */
  checkpoint: string
}

/** The same for a leaf that commits to an entry. */
export interface EntryProof extends LeafProof {
  /** Of the commitment, 32 bytes in hexadecimal. */
  salt: string
}

/** What somebody keeps of an entry to show later that it was written so; without a proof until a checkpoint covers it. */
export interface LogReceipt {
  /** The SHA-256 of `prevHash` followed by `entry`, in hexadecimal. */
  hash: string
  prevHash: string
  /** What the log says, as canonical JSON. */
  entry: string
  proof: EntryProof | null
}

/** A certificate as it was signed, with what proves that the log names it. */
export interface LoggedCertificate {
  /** The very text that is signed. */
  certificate: string
  /** Ed25519, in base64. */
  signature: string
  /** The SHA-256 of the public key that signed, in hexadecimal. */
  keyFingerprint: string
  proof: LeafProof | null
}

/** What is wrong with something that was checked. */
export type Fault =
  | NoteFault
  /** The entry is not what its hash is of. */
  | 'entry'
  /** The leaf does not commit to the entry, or says of it what it does not say. */
  | 'commitment'
  /** The leaf is not in the log under this head. */
  | 'inclusion'
  /** The head is of another size than the proof. */
  | 'size'
  /** The certificate was not signed so, or with a key that is not known. */
  | 'certificate'
  /** The leaf does not name the certificate. */
  | 'unnamed'

/** What came of a check: nothing wrong is proved, if there are no faults. */
export interface Checked {
  faults: readonly Fault[]
  /** What the note says, and who signed it; none where it cannot be read, or there is none yet. */
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

/** Does the leaf say of the entry nothing but what the entry says itself? */
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

const checkLeaf = async (proof: LeafProof, trusted: Trusted): Promise<Checked> => {
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

/** Checks a receipt from the entry up to the signature of the head; of one without a proof only the entry. */
export const checkReceipt = async (receipt: LogReceipt, trusted: Trusted): Promise<Checked> => {
  const { hash, prevHash, entry, proof } = receipt
  const ofEntry = hashOf(prevHash + entry) === hash ? [] : ['entry' as const]
  if (!proof) return { faults: ofEntry }
  const { faults, note } = await checkLeaf(proof, trusted)
  const ofCommitment = isCommittedTo(receipt, proof) ? [] : ['commitment' as const]
  return { faults: [...ofEntry, ...ofCommitment, ...faults], ...(note && { note }) }
}

// What stands before the 32 bytes of an Ed25519 key as DER (RFC 8410, section 4).
const BEFORE_KEY = hexToBytes('302a300506032b6570032100')

const fingerprintOf = (key: Uint8Array): string => bytesToHex(sha256(concatBytes(BEFORE_KEY, key)))

const keyOf = ({ keyFingerprint }: LoggedCertificate, { keys }: Trusted) =>
  keys.certificates
    .map(text => ({ text, bytes: fromBase64(text) }))
    .find(({ bytes }) => bytes !== undefined && fingerprintOf(bytes) === keyFingerprint)

const isSigned = async (given: LoggedCertificate, trusted: Trusted): Promise<boolean> => {
  const key = keyOf(given, trusted)?.bytes
  const bytes = fromBase64(given.signature)
  return (
    key !== undefined && bytes !== undefined && trusted.verify(key, bytes, utf8ToBytes(given.certificate))
  )
}

/** Is it signed with a key that had ended before the log named it? Without a proof nobody can tell, and it is not proved anyhow. */
const isAfterEnd = (given: LoggedCertificate, trusted: Trusted): boolean => {
  const end = keyEnd(trusted.keys, keyOf(given, trusted)?.text ?? '')
  return end !== undefined && given.proof !== null && given.proof.index >= end.size
}

/**
 * Checks the signature of a certificate, and that the log names it, before the key has ended where it has; of one without a proof
 * only the signature can be checked.
 */
export const checkCertificate = async (given: LoggedCertificate, trusted: Trusted): Promise<Checked> => {
  const ofCertificate = [
    ...((await isSigned(given, trusted)) ? [] : ['certificate' as const]),
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
