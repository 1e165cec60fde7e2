import { hasLoneSurrogate } from './well-formed.ts'

/** Thrown for values without a canonical text: a lone surrogate, or a number that is not finite. */
export class NotCanonicalError extends Error {}

const scalar = (value: unknown): string => {
  if (typeof value === 'string' && hasLoneSurrogate(value))
    throw new NotCanonicalError('The text contains half a surrogate pair')
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new NotCanonicalError(`${value} is not a JSON number`)
  return JSON.stringify(value)
}

/**
 * Canonical text of a JSON value, independent of the order of its keys, from which hashes are made. RFC 8785 (JCS):
 * no whitespace, keys in the order of their UTF-16 code units, numbers and strings as in ECMAScript. Undefined
 * properties are left out, as in JSON. Throws `NotCanonicalError` for values that the RFC refuses.
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
