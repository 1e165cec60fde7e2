import type { LogPromise } from './promise.ts'
import type { EntryProof, LeafProof, LogReceipt, LoggedCertificate } from './receipt.ts'
import type { SignedCertificateStatus } from './status.ts'

/** Kinds of a submitted text. */
export type SubmittedProof =
  | { kind: 'receipt'; receipt: LogReceipt }
  | { kind: 'certificate'; certificate: LoggedCertificate }
  | { kind: 'status'; status: SignedCertificateStatus }
  | { kind: 'promise'; promise: LogPromise }
  /** A checkpoint by itself, or in an email. */
  | { kind: 'checkpoint'; note: string }
  /** Meant to be a receipt or a proof, but parts are missing or of the wrong type. */
  | { kind: 'broken'; lacks: readonly string[] }
  | { kind: 'unknown' }

type Parts = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const LEAF: Shape = {
  index: isCount,
  said: isText,
  size: isCount,
  hashes: isListOfTexts,
  checkpoint: isText,
}
const RECEIPT: Shape = { hash: isText, prevHash: isText, entry: isText }
const PROMISE: Shape = { entry: isText, promise: isText }
const STATUS: Shape = { status: isText, signature: isText, keyFingerprint: isText }
const CERTIFICATE: Shape = { certificate: isText, signature: isText, keyFingerprint: isText }

const lacking = (value: unknown, shape: Shape, within = ''): string[] => {
  const parts = isObject(value) ? value : {}
  return Object.entries(shape)
    .filter(([name, isRight]) => !isRight(parts[name]))
    .map(([name]) => within + name)
}

const withProof = <T>(
  value: Parts,
  shape: Shape,
  leaf: Shape,
  make: (value: T) => SubmittedProof,
): SubmittedProof => {
  const hasProof = value.proof !== null && value.proof !== undefined
  const lacks = [...lacking(value, shape), ...(hasProof ? lacking(value.proof, leaf, 'proof.') : [])]
  return lacks.length > 0 ? { kind: 'broken', lacks } : make({ ...value, proof: value.proof ?? null } as T)
}

const inJson = (value: unknown): SubmittedProof | undefined => {
  if (!isObject(value)) return undefined
  // Entries of the audit trail, as earlier versions exported them, contain their receipt.
  if (isObject(value.receipt)) return inJson(value.receipt)
  if ('promise' in value && !('prevHash' in value)) {
    const lacks = lacking(value, PROMISE)
    return lacks.length > 0
      ? { kind: 'broken', lacks }
      : { kind: 'promise', promise: value as unknown as LogPromise }
  }
  if ('entry' in value || 'prevHash' in value)
    return withProof<LogReceipt & { proof: EntryProof | null }>(
      value,
      RECEIPT,
      { ...LEAF, salt: isText },
      receipt => ({ kind: 'receipt', receipt }),
    )
  if ('certificate' in value)
    return withProof<LoggedCertificate & { proof: LeafProof | null }>(
      value,
      CERTIFICATE,
      LEAF,
      certificate => ({ kind: 'certificate', certificate }),
    )
  if ('status' in value) {
    const lacks = lacking(value, STATUS)
    return lacks.length > 0
      ? { kind: 'broken', lacks }
      : { kind: 'status', status: value as unknown as SignedCertificateStatus }
  }
  return undefined
}

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SIGNED = /^— \S+ [A-Za-z0-9+/=]+$/

/** The last checkpoint in a text, whatever is written around it and however the text was quoted. */
const noteIn = (text: string): string | undefined => {
  const lines = text.split('\n').map(line => line.replace(/^[>\s]+/, '').trimEnd())
  const size = lines.findLastIndex(
    (line, at) => /^\d{1,16}$/.test(line) && lines[at + 2] === '' && SIGNED.test(lines[at + 3] ?? ''),
  )
  if (size < 1) return undefined
  const end = lines.findIndex((line, at) => at > size + 3 && !SIGNED.test(line))
  return `${lines.slice(size - 1, end < 0 ? lines.length : end).join('\n')}\n`
}

/** Parses a submitted text. */
export const parseSubmittedProof = (text: string): SubmittedProof => {
  const json = inJson(fromJson(text))
  if (json) return json
  const note = noteIn(text)
  return note === undefined ? { kind: 'unknown' } : { kind: 'checkpoint', note }
}
