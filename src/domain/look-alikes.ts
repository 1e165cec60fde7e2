import type { Organisation } from './organisation.ts'
import { REGISTERED_NUMBER_LABELS, REGISTERED_NUMBERS, normalNumber } from './registered-numbers.ts'

/** What organisations are compared by. */
export type Compared = Pick<
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

/** What is known of an organisation that is being entered: anything may still be missing. */
export type Entered = { type: Organisation['type'] } & {
  [C in Exclude<keyof Compared, 'id' | 'type'>]?: string | null
}

/** An organisation that looks like another, and why. */
export interface LookAlike {
  id: string
  name: string
  reasons: string[]
}

const LEGAL_FORMS = ['the', 'ltd', 'limited', 'plc', 'llp', 'lp', 'cic', 'cio', 'inc']

/** A name as it is compared: without capitals, accents, signs, "the" and the legal form; "&" is "and". */
export const plainName = (name: string): string => {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|[.'’]/gu, '')
    .replaceAll(/[&+]/g, ' and ')
  const words = letters.split(/[^\p{L}\p{N}]/u).filter(Boolean)
  const kept = words.filter(word => !LEGAL_FORMS.includes(word))
  return (kept.length > 0 ? kept : words).join(' ')
}

/** The runs of three signs of a name, word by word, as PostgreSQL's trigrams. */
const trigramsOf = (plain: string): Set<string> => {
  const runs = new Set<string>()
  for (const word of plain.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) runs.add(padded.slice(at, at + 3))
  }
  return runs
}

/** From here on two names are near: a letter more, less or otherwise in a name of some length. */
const NEAR = 0.6

const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter(run => other.has(run)).length
  return common / (one.size + other.size - common)
}

/** Providers of mail for everybody: that two write from them says nothing. */
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

/** An address as it is compared; one without a postcode may be anybody's. */
const placeOf = (address: string | null | undefined): string | undefined => {
  const plain = address
    ?.toLowerCase()
    .replaceAll(/[^a-z\d]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .join(' ')
  return plain && POSTCODE.test(plain) ? plain : undefined
}

/** What one organisation is compared by, worked out once. */
interface Marks {
  exact: readonly (readonly [reason: string, mark: string | null | undefined])[]
  plain: string
  trigrams: ReadonlySet<string>
}

const marksOf = (one: Omit<Entered, 'type'>): Marks => {
  const plain = plainName(one.name ?? '')
  const numbers = REGISTERED_NUMBERS.map(kind => {
    const typed = one[kind]
    return [
      `same ${REGISTERED_NUMBER_LABELS[kind].toLowerCase()}`,
      typed && normalNumber(kind, typed),
    ] as const
  })
  return {
    exact: [
      ...numbers,
      ['same name', plain],
      ['same e-mail domain', domainOf(one.email)],
      ['same phone', one.phone],
      ['same address', placeOf(one.mailingAddress)],
    ],
    plain,
    trigrams: plain === '' ? new Set() : trigramsOf(plain),
  }
}

const known = new WeakMap<Compared, Marks>()

/** The marks of an organisation that is there, which a form compares at every keystroke. */
const knownMarksOf = (one: Compared): Marks => {
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

/** The organisations of the same type that look like one that is being entered, with the reasons. */
export const lookAlikesOf = (entered: Entered, others: readonly Compared[]): LookAlike[] => {
  const marks = marksOf(entered)
  return others.flatMap(other => {
    const reasons = other.type === entered.type ? reasonsFor(marks, knownMarksOf(other)) : []
    return reasons.length > 0 ? [{ id: other.id, name: other.name, reasons }] : []
  })
}

/** Whatever is the same counts for more than all runs of a name. */
const SURELY = 1000

/** Two organisations that look alike. */
export interface AlikePair {
  ids: readonly [string, string]
  reasons: string[]
}

/**
 * Every two organisations of the same type that look alike, one after the other, so that nobody need have them all: they may be
 * as many as the square of the organisations. Those that have no sign in common are never compared.
 */
export const alikePairs = function* (all: readonly Compared[]): Generator<AlikePair, void> {
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
    // Near names share most of their runs of three signs.
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
