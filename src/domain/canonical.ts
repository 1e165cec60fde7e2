import { hasHalfAPair } from './well-formed.ts'

/** Something has no canonical text: half a surrogate pair, or a number that is not finite. */
export class NotCanonical extends Error {}

const scalar = (value: unknown): string => {
  if (typeof value === 'string' && hasHalfAPair(value))
    throw new NotCanonical('A text holds half a surrogate pair')
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new NotCanonical(`${value} is not a number of JSON`)
  return JSON.stringify(value)
}

/**
 * One text for one value of JSON, whatever order its keys came in: what hashes are made of. It is the canonical
 * form of RFC 8785 (JCS): no spaces, keys in the order of their UTF-16 units, numbers and texts as ECMAScript writes
 * them. A part that is undefined is left out, as JSON does. Throws `NotCanonical` for what the RFC refuses.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return scalar(value)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const entry of value) parts.push(canonicalJson(entry ?? null))
    return `[${parts.join()}]`
  }
  for (const [key, part] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (part !== undefined) parts.push(`${scalar(key)}:${canonicalJson(part)}`)
  return `{${parts.join()}}`
}
