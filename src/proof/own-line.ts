import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from './base64.ts'
import { type Hash, leafHash } from './hash.ts'
import { lineTag } from './line.ts'
import { readCheckpoint, readNote } from './note.ts'
import { verifyInclusion } from './verify-proof.ts'

/** What of a published match says whose line is whose, and what it says of offers and bids; amounts in pence. */
export interface Published {
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

/** The line of a published match that a receipt is of; or, a sentence each, why it proves none. */
export type OwnLine =
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

/** Why the proof of a receipt does not hold; empty where its entry is in the log that its checkpoint is the head of. */
const faultsOfProof = ({ hash, prevHash, entry, proof }: Receipt): string[] => {
  if (bytesToHex(sha256(utf8ToBytes(prevHash + entry))) !== hash)
    return ['This receipt was changed: its hash is not that of what it says.']
  if (proof === null)
    return [
      'This receipt is not proved. Take it again from the page of your offer or bid: it has one as soon as a checkpoint of the log covers it, within an hour.',
    ]
  const { index, salt, said, size, hashes, checkpoint } = proof
  const commitment = bytesToHex(sha256(concatBytes(hexToBytes(salt), hexToBytes(hash))))
  if (Object(jsonIn(said)).commitment !== commitment)
    return ['This receipt was changed: what the log published is no commitment to this entry.']
  const head = readCheckpoint(readNote(checkpoint)?.text ?? '')
  const beside = hashesIn(hashes)
  const isIn =
    head?.size === size &&
    beside !== undefined &&
    verifyInclusion(leafHash(utf8ToBytes(said)), { index, size, root: head.root, proof: beside })
  return isIn ? [] : ['This entry is not in the log that the checkpoint of the receipt is the head of.']
}

/** Do the amounts that an entry of the log set stand in a line of the problem? */
const isSaid = (entry: string, id: string, { projects, requirements }: Published['problem']): boolean => {
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
 * Finds the line of a published match that a receipt is of, by its tag, once the receipt proves its entry to be in the log and the
 * line says the same amounts. Who signed the checkpoint is for the page that checks receipts.
 */
export const ownLine = (given: unknown, { problem, solution, lines }: Published): OwnLine => {
  const receipt = receiptIn(given)
  if (receipt === undefined)
    return { faults: ['This is no receipt: it must be the JSON file as the market gave it.'] }
  const faults = faultsOfProof(receipt)
  const { proof, hash, entry } = receipt
  if (faults.length > 0 || proof === null) return { faults }
  const tag = lineTag(hexToBytes(proof.salt), hash)
  const id = lines.find(line => line.tag === tag)?.id
  if (id === undefined)
    return {
      faults: [
        'This receipt is in the log, but of no line of this match. It may be of another round, or of an amount that was changed later or withdrawn: only the last counts. If it is your last of this round, your offer or bid is missing: tell the market operator and show them the receipt.',
      ],
    }
  const told = [...solution.projects, ...solution.requirements].find(one => one.id === id)
  if (told === undefined || !isSaid(entry, id, problem))
    return {
      faults: [
        `This receipt is of ${id}, but the amount there is not the one of the receipt: show both to the market operator.`,
      ],
    }
  const { won, payment, sentence } = told
  const origin = readCheckpoint(readNote(proof.checkpoint)?.text ?? '')?.origin ?? ''
  return { id, won, payment, sentence, origin, size: proof.size, index: proof.index }
}
