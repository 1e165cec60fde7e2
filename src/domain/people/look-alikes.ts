import type { Organisation } from './organisation.ts'
import { type RegisteredNumber, REGISTERED_NUMBERS, normaliseRegisteredNumber } from './registered-numbers.ts'

/** Fields by which organisations are compared. */
export type OrganisationToCompare = Pick<
  Organisation,
  | 'id'
  | 'type'
  | 'name'
  | 'companyNumber'
  | 'charityNumber'
  | 'holdingNumber'
  | 'email'
  | 'phone'
  | 'mailingAddress'
>

/** Fields of an organisation while it is being entered; any may be missing. */
export type PartialOrganisation = { type: Organisation['type'] } & {
  [C in Exclude<keyof OrganisationToCompare, 'id' | 'type'>]?: string | null
}

/** An organisation that is similar to another, and the reasons. */
export interface SimilarOrganisation {
  id: string
  name: string
  reasons: string[]
}

const LEGAL_FORMS = ['the', 'ltd', 'limited', 'plc', 'llp', 'lp', 'cic', 'cio', 'inc']

/** Normalises a name for comparison: no capitals, accents, punctuation, "the" or legal form; "&" becomes "and". */
export const normaliseName = (name: string): string => {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|[.'’]/gu, '')
    .replaceAll(/[&+]/g, ' and ')
  const words = letters.split(/[^\p{L}\p{N}]/u).filter(Boolean)
  const kept = words.filter(word => !LEGAL_FORMS.includes(word))
  return (kept.length > 0 ? kept : words).join(' ')
}

/** Trigrams of a name, word by word, as in PostgreSQL. */
const trigramsOf = (plain: string): Set<string> => {
  const runs = new Set<string>()
  for (const word of plain.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) runs.add(padded.slice(at, at + 3))
  }
  return runs
}

/** Similarity from which two names are close: one character more, less or different in a name of some length. */
const NEAR = 0.6

const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter(run => other.has(run)).length
  return common / (one.size + other.size - common)
}

/** Public email providers: two addresses there say nothing about the organisations. */
const COMMON_PROVIDERS = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'live.co.uk'],
  ...['msn.com', 'yahoo.com', 'yahoo.co.uk', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com'],
  ...['btinternet.com', 'btopenworld.com', 'btconnect.com', 'sky.com', 'virginmedia.com', 'ntlworld.com'],
  ...[
    'talktalk.net',
    'tiscali.co.uk',
    'plus.com',
    'plusnet.com',
    'zen.co.uk',
    'fsmail.net',
    'blueyonder.co.uk',
  ],
  ...['protonmail.com', 'proton.me', 'pm.me', 'gmx.com', 'gmx.co.uk', 'mail.com', 'fastmail.com', 'zoho.com'],
])

const domainOf = (email: string | null | undefined): string | undefined => {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domain && !COMMON_PROVIDERS.has(domain) ? domain : undefined
}

const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/

/** Normalises an address for comparison; without a postcode it is undefined. */
const placeOf = (address: string | null | undefined): string | undefined => {
  const plain = address
    ?.toLowerCase()
    .replaceAll(/[^a-z\d]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .join(' ')
  return plain && POSTCODE.test(plain) ? plain : undefined
}

/** Features by which an organisation is compared, computed once. */
interface Marks {
  exact: readonly (readonly [reason: string, mark: string | null | undefined])[]
  plain: string
  trigrams: ReadonlySet<string>
}

const SAME_NUMBER: Record<RegisteredNumber, string> = {
  companyNumber: 'same company number',
  charityNumber: 'same charity number',
  holdingNumber: 'same holding number',
}

const marksOf = (one: Omit<PartialOrganisation, 'type'>): Marks => {
  const plain = normaliseName(one.name ?? '')
  const numbers = REGISTERED_NUMBERS.map(kind => {
    const typed = one[kind]
    return [SAME_NUMBER[kind], typed && normaliseRegisteredNumber(kind, typed)] as const
  })
  return {
    exact: [
      ...numbers,
      ['same name', plain],
      ['same email domain', domainOf(one.email)],
      ['same phone', one.phone],
      ['same address', placeOf(one.mailingAddress)],
    ],
    plain,
    trigrams: plain === '' ? new Set() : trigramsOf(plain),
  }
}

const known = new WeakMap<OrganisationToCompare, Marks>()

/** Caches the features of existing organisations, because a form compares at every keystroke. */
const knownMarksOf = (one: OrganisationToCompare): Marks => {
  const marks = known.get(one) ?? marksOf(one)
  known.set(one, marks)
  return marks
}

const reasonsFor = (one: Marks, other: Marks): string[] => {
  const same = one.exact.flatMap(([reason, mark], index) =>
    mark && mark === other.exact[index]?.[1] ? [reason] : [],
  )
  const isNear =
    one.plain !== other.plain && other.plain !== '' && shareOf(one.trigrams, other.trigrams) >= NEAR
  return isNear ? [...same, 'similar name'] : same
}

/** Finds organisations of the same type that are similar to the one being entered, with the reasons. */
export const findSimilarOrganisations = (
  entered: PartialOrganisation,
  others: readonly OrganisationToCompare[],
): SimilarOrganisation[] => {
  const marks = marksOf(entered)
  return others.flatMap(other => {
    const reasons = other.type === entered.type ? reasonsFor(marks, knownMarksOf(other)) : []
    return reasons.length > 0 ? [{ id: other.id, name: other.name, reasons }] : []
  })
}

/** An equal feature counts more than all trigrams of a name. */
const SURELY = 1000

/** Two similar organisations. */
export interface SimilarOrganisationPair {
  ids: readonly [string, string]
  reasons: string[]
}

/**
 * Yields all pairs of similar organisations of the same type one by one, because there may be quadratically many. Compares only
 * organisations that share a feature.
 */
export const iterateSimilarPairs = function* (
  all: readonly OrganisationToCompare[],
): Generator<SimilarOrganisationPair, void> {
  const marks = all.map(marksOf)
  const holders = new Map<string, number[]>()
  for (const [index, one] of all.entries()) {
    const mine = marks[index]!
    const exact = mine.exact.flatMap(([reason, mark]) =>
      mark ? [[`${reason} ${mark}`, SURELY] as const] : [],
    )
    const runs = [...mine.trigrams].map(run => [run, 1] as const)
    const keys = [...exact, ...runs].map(([key, weight]) => [`${one.type} ${key}`, weight] as const)
    const shared = new Map<number, number>()
    for (const [key, weight] of keys)
      for (const other of holders.get(key) ?? []) shared.set(other, (shared.get(other) ?? 0) + weight)
    // Close names share most of their trigrams.
    for (const [other, count] of shared) {
      const reasons = count >= NEAR * mine.trigrams.size ? reasonsFor(marks[other]!, mine) : []
      if (reasons.length > 0) yield { ids: [all[other]!.id, one.id], reasons }
    }
    for (const [key] of keys) {
      const those = holders.get(key)
      if (those) those.push(index)
      else holders.set(key, [index])
    }
  }
}
