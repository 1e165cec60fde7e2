import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '@credit-market/transparency-log/base64'
import { type Hash, leafHash } from '@credit-market/transparency-log/hash'
import { receiptTag } from './line.ts'
import { readCheckpoint, readNote } from '@credit-market/transparency-log/note'
import { verifyInclusion } from '@credit-market/transparency-log/verify-proof'

/**
 * The part of a published match that gives the tag of each line and the data of offers and bids; amounts in pence.
 */
export interface PublishedMatch {
  problem: {
    projects: readonly { id: string; offer: number }[]
    requirements: readonly { id: string; bid: number; bidOngoingOnly: number | null }[]
  }
  solution: Record<
    'projects' | 'requirements',
    readonly { id: string; won: boolean; payment: number; sentence: string }[]
  >
  lines: readonly { id: string; tag: string | null }[]
}

/**
 * The line of a published match that belongs to a receipt; or the reasons why the receipt proves none, a sentence
 * each.
 */
export type ReceiptLine =
  | {
      id: string
      won: boolean
      payment: number
      sentence: string
      origin: string
      size: number
      index: number
    }
  | { faults: string[] }

interface Receipt {
  hash: string
  prevHash: string
  entry: string
  proof: {
    index: number
    salt: string
    said: string
    size: number
    hashes: string[]
    checkpoint: string
  } | null
}

const HEX = /^[0-9a-f]{64}$/

const isText = (value: unknown): value is string => typeof value === 'string'

const receiptIn = (value: unknown): Receipt | undefined => {
  const { hash, prevHash, entry, proof } = Object(value)
  if (!isText(hash) || !HEX.test(hash) || !isText(prevHash) || !isText(entry)) return undefined
  if (proof === null || proof === undefined) return { hash, prevHash, entry, proof: null }
  const { index, salt, said, size, hashes, checkpoint } = Object(proof)
  const isWhole = [index, size].every(one => Number.isSafeInteger(one))
  if (!isWhole || !isText(salt) || !HEX.test(salt) || !isText(said) || !isText(checkpoint)) return undefined
  return Array.isArray(hashes) && hashes.every(isText)
    ? { hash, prevHash, entry, proof: { index, salt, said, size, hashes, checkpoint } }
    : undefined
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hashesIn = (texts: readonly string[]): Hash[] | undefined => {
  const hashes = texts.map(fromBase64)
  return hashes.every(one => one !== undefined) ? hashes : undefined
}

/** Errors of a receipt's proof; empty if its entry is in the log under its checkpoint. */
const faultsOfProof = ({ hash, prevHash, entry, proof }: Receipt): string[] => {
  if (bytesToHex(sha256(utf8ToBytes(prevHash + entry))) !== hash)
    return ['This receipt was changed: its hash does not match its entry.']
  if (proof === null)
    return [
      'This receipt has no proof yet. Download it again from the page of your offer or bid. It has a proof once a checkpoint of the log covers it, within an hour.',
    ]
  const { index, salt, said, size, hashes, checkpoint } = proof
  const commitment = bytesToHex(sha256(concatBytes(hexToBytes(salt), hexToBytes(hash))))
  if (Object(jsonIn(said)).commitment !== commitment)
    return ['This receipt was changed: the log did not publish a commitment to this entry.']
  const head = readCheckpoint(readNote(checkpoint)?.text ?? '')
  const siblings = hashesIn(hashes)
  const isIn =
    head?.size === size &&
    siblings !== undefined &&
    verifyInclusion(leafHash(utf8ToBytes(said)), { index, size, root: head.root, proof: siblings })
  return isIn ? [] : ['The checkpoint in this receipt is for a log that does not contain this entry.']
}

/** True if a line of the problem has the amounts that an entry of the log set. */
const isSaid = (
  entry: string,
  id: string,
  { projects, requirements }: PublishedMatch['problem'],
): boolean => {
  const { subjectKind, details } = Object(jsonIn(entry))
  const { offer, bid, bidOngoingOnly } = Object(isText(details) ? jsonIn(details) : details)
  const [project, requirement] = [
    projects.find(one => one.id === id),
    requirements.find(one => one.id === id),
  ]
  if (subjectKind === 'project') return project?.offer === offer
  return requirement?.bid === bid && requirement?.bidOngoingOnly === (bidOngoingOnly ?? null)
}

/**
 * Finds the line of a published match by a receipt's tag, if the receipt proves that its entry is in the log and the
 * line has the same amounts. Does not check who signed the checkpoint: the page that checks receipts does.
 */
export const findReceiptLine = (
  given: unknown,
  { problem, solution, lines }: PublishedMatch,
): ReceiptLine => {
  const receipt = receiptIn(given)
  if (receipt === undefined)
    return { faults: ['This is not a receipt. Choose the JSON file as you downloaded it from the market.'] }
  const faults = faultsOfProof(receipt)
  const { proof, hash, entry } = receipt
  if (faults.length > 0 || proof === null) return { faults }
  const tag = receiptTag(hexToBytes(proof.salt), hash)
  const id = lines.find(line => line.tag === tag)?.id
  if (id === undefined)
    return {
      faults: [
        'This receipt is in the log, but it does not belong to a line of this match. It may be from another round, or the amount may have been changed later or withdrawn. Only your last receipt counts. If this is your last receipt of the round, your offer or bid is missing: contact the market operator and show them the receipt.',
      ],
    }
  const told = [...solution.projects, ...solution.requirements].find(one => one.id === id)
  if (told === undefined || !isSaid(entry, id, problem))
    return {
      faults: [
        `This receipt belongs to line ${id}, but the receipt and the line have different amounts. Show both to the market operator.`,
      ],
    }
  const { won, payment, sentence } = told
  const origin = readCheckpoint(readNote(proof.checkpoint)?.text ?? '')?.origin ?? ''
  return { id, won, payment, sentence, origin, size: proof.size, index: proof.index }
}
