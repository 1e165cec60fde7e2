import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { addDays, type Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'

/** Faults of payments, as banks and payers make them, and lines that pay no invoice. */
export const FAULTS = [
  ...(['none', 'short', 'over', 'double', 'returned', 'missingReference', 'garbledReference'] as const),
  ...(['otherCurrency', 'otherAccount', 'unknownPayer', 'together', 'togetherShort', 'noInvoice'] as const),
] as const
export type Fault = (typeof FAULTS)[number]

/** Faults of what pays an invoice. */
type PaymentFault = Exclude<Fault, 'noInvoice'>

/** An invoice to be paid: by a buyer to the account of the market, or from that account to a supplier. */
export interface Bill {
  number: string
  kind: 'invoice' | 'selfBilled'
  party: string
  /** Account of the other side. */
  iban: string
  open: Pence
  /** Structured reference (ISO 11649). */
  reference: string
  /** End-to-end id of the payment order; null for what a buyer pays. */
  endToEndId: string | null
}

/** A line of the bank, and what its payer meant: the truth that a program which matches does not know. */
export interface PlayedLine {
  bankReference: string
  day: Day
  /** Hundredths, negative if money left the account. */
  amount: Pence
  currency: 'GBP' | 'EUR'
  account: string
  partyName: string
  partyIban: string | null
  /** References in the structured element; the text is in `text`. */
  structured: readonly string[]
  text: string | null
  endToEndId: string | null
  isReturn: boolean
  fault: Fault
  /** Signed amounts that the line pays, by number of the invoice. */
  truth: readonly { number: string; amount: Pence }[]
  /** True for a second payment of what was paid. */
  isRepeat: boolean
}

/** Where and from when the bank plays. */
export interface Stage {
  account: string
  otherAccount: string
  from: Day
  /** Begins every reference of the bank, so that no two plays have the same. */
  prefix: string
}

const SHARES: readonly (readonly [PaymentFault, number])[] = [
  ...([
    ['short', 7],
    ['over', 5],
    ['double', 5],
    ['returned', 5],
    ['missingReference', 8],
  ] as const),
  ...([
    ['garbledReference', 6],
    ['otherCurrency', 2],
    ['otherAccount', 2],
    ['unknownPayer', 3],
  ] as const),
  ...([
    ['together', 4],
    ['togetherShort', 2],
  ] as const),
]

const drawFault = (random: RandomNumberGenerator): PaymentFault => {
  let at = random.whole(1, 100)
  for (const [fault, share] of SHARES) if ((at -= share) <= 0) return fault
  return 'none'
}

/** Writes a reference as people do: structured, in a text, in groups of four, or as the end-to-end id alone. */
const saying = (random: RandomNumberGenerator, references: readonly string[]) => {
  const texts = [
    { structured: references, text: null, endToEndId: null },
    { structured: [], text: `Invoice ${references.join(' and ')} with thanks`, endToEndId: null },
    {
      structured: [],
      text: references.map(one => one.replaceAll(/(.{4})(?=.)/g, '$1 ')).join(', '),
      endToEndId: null,
    },
    { structured: [], text: references.join('; ').toLowerCase(), endToEndId: 'NOTPROVIDED' },
  ]
  const [only] = references
  return references.length === 1 && random.chance(0.15)
    ? { structured: [], text: null, endToEndId: only ?? null }
    : random.pick(texts)
}

/** Spoils a reference: one digit differs, two neighbours change places, or the end is cut off. */
const garble = (random: RandomNumberGenerator, reference: string): string => {
  const at = random.whole(2, reference.length - 2)
  const signs = Array.from(reference)
  const how = random.whole(1, 3)
  if (how === 1)
    signs[at] = /\d/.test(signs[at] ?? '') ? String((Number(signs[at]) + random.whole(1, 9)) % 10) : 'X'
  if (how === 2) [signs[at], signs[at + 1]] = [signs[at + 1]!, signs[at]!]
  const spoilt = signs.join('')
  return how === 3 || spoilt === reference ? reference.slice(0, -2) : spoilt
}

/** An account number that belongs to no one, with check digits that fit. */
export const inventIban = (random: RandomNumberGenerator): string => {
  const digits = Array.from({ length: 14 }, () => random.whole(0, 9)).join('')
  const bank = 'TEST'
  const number = Array.from(`${bank}${digits}GB00`, sign => Number.parseInt(sign, 36)).join('')
  return `GB${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bank}${digits}`
}

const NO_INVOICE = [
  { partyName: 'The bank', text: 'Account charges', sign: -1 },
  { partyName: 'The bank', text: 'Gross interest', sign: 1 },
  { partyName: 'HMRC VAT', text: '123456782', sign: -1 },
  { partyName: 'HMRC VAT', text: 'VAT repayment', sign: 1 },
  { partyName: 'Meadow Surveys', text: 'Bill 2041 for checks', sign: -1 },
  { partyName: 'Savings account', text: 'Transfer', sign: -1 },
] as const

/** Plays a few lines that belong to no invoice, as every account has them. */
const playOthers = (
  random: RandomNumberGenerator,
  { account, from }: Stage,
): Omit<PlayedLine, 'bankReference'>[] =>
  NO_INVOICE.filter(() => random.chance(0.3)).map(({ sign, ...said }) => ({
    ...{ ...said, day: addDays(from, random.whole(0, 14)), amount: sign * random.whole(1, 500_000) },
    ...{ currency: 'GBP', account, partyIban: null, structured: [], endToEndId: null },
    ...{ isReturn: false, isRepeat: false, fault: 'noInvoice', truth: [] },
  }))

type Part = Partial<PlayedLine> & Pick<PlayedLine, 'amount' | 'truth'>

/** Plays one bill, or two of a party together, as lines without references of the bank. */
const playBill = (
  random: RandomNumberGenerator,
  { account, otherAccount, from }: Stage,
  [bill, other]: readonly [Bill, Bill?],
  wanted: PaymentFault,
): Omit<PlayedLine, 'bankReference'>[] => {
  const isOut = bill.kind === 'selfBilled'
  const sign = isOut ? -1 : 1
  const fault = isOut && wanted !== 'returned' ? 'none' : wanted
  const first = random.whole(0, 14)
  const said = isOut
    ? random.pick([
        { structured: [bill.reference], text: null, endToEndId: bill.endToEndId },
        { structured: [], text: null, endToEndId: bill.endToEndId },
        { structured: [], text: bill.reference, endToEndId: null },
      ])
    : saying(random, [bill.reference])
  const line = ({ amount, truth, ...more }: Part, after = 0): Omit<PlayedLine, 'bankReference'> => ({
    ...{ day: addDays(from, first + after), currency: 'GBP', account, partyName: bill.party },
    ...{ partyIban: bill.iban, isReturn: false, isRepeat: false, fault, ...said },
    ...{ amount: sign * amount, truth: truth.map(one => ({ ...one, amount: sign * one.amount })) },
    ...more,
  })
  const pays = (amount: Pence) => ({ amount, truth: [{ number: bill.number, amount }] })
  const whole = pays(bill.open)
  const silent = { structured: [], text: random.pick([null, 'Payment', 'Rates 2026/12']), endToEndId: null }
  switch (fault) {
    case 'none':
      return [line(whole)]
    case 'short': {
      const part = Math.max(1, Math.floor(bill.open * (0.3 + random.next() * 0.6)))
      const rest = line(pays(bill.open - part), random.whole(1, 8))
      return [line(pays(part)), ...(random.chance(0.5) && bill.open > part ? [rest] : [])]
    }
    case 'over':
      return [line({ amount: bill.open + random.whole(1, 50_000), truth: whole.truth })]
    case 'double':
      return [
        line(whole),
        line({ ...whole, isRepeat: true, ...(random.chance(0.3) && silent) }, random.whole(0, 4)),
      ]
    case 'returned': {
      const named = random.chance(0.8)
      const id = said.endToEndId ?? `E2E${bill.number}${random.whole(100, 999)}`.replaceAll('-', '')
      const back = named ? {} : { structured: [], text: 'Returned', endToEndId: null }
      const returned = line(
        {
          amount: 0 - bill.open,
          truth: [{ number: bill.number, amount: 0 - bill.open }],
          isReturn: true,
          endToEndId: id,
          ...back,
        },
        2,
      )
      return [line({ ...whole, endToEndId: id }), returned]
    }
    case 'missingReference':
      return [line({ ...whole, ...silent })]
    case 'garbledReference':
      return [line({ ...whole, ...silent, text: garble(random, bill.reference) })]
    case 'otherCurrency':
      return [line({ ...whole, currency: 'EUR' })]
    case 'otherAccount':
      return [line({ ...whole, account: otherAccount })]
    case 'unknownPayer':
      return [line({ ...whole, ...silent, partyName: 'A client account', partyIban: inventIban(random) })]
    case 'together':
    case 'togetherShort': {
      if (!other) return [line({ ...whole, fault: 'none' })]
      const both = bill.open + other.open
      const less = fault === 'together' ? 0 : random.whole(1, Math.min(bill.open, other.open))
      const truth = [whole.truth[0]!, { number: other.number, amount: other.open }]
      return [line({ amount: both - less, truth, ...saying(random, [bill.reference, other.reference]) })]
    }
  }
}

/**
 * Plays the payments of bills over two or three weeks: most are right, others have a fault that is drawn, and a few lines belong to no
 * invoice. The same seed and bills give the same lines, by day. `withFaults` false plays each bill once and rightly, and nothing else.
 */
export const playBills = (
  random: RandomNumberGenerator,
  stage: Stage,
  bills: readonly Bill[],
  withFaults = true,
): PlayedLine[] => {
  const left = random.shuffled(bills)
  const lines: Omit<PlayedLine, 'bankReference'>[] = []
  for (let bill = left.pop(); bill; bill = left.pop()) {
    const fault = withFaults ? drawFault(random) : 'none'
    const { party, kind } = bill
    const at = fault.startsWith('together')
      ? left.findIndex(one => one.party === party && one.kind === kind)
      : -1
    const [other] = at < 0 ? [] : left.splice(at, 1)
    lines.push(...playBill(random, stage, [bill, other], fault))
  }
  if (withFaults && bills.length > 0) lines.push(...playOthers(random, stage))
  return lines
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .map((line, at) => ({ bankReference: `${stage.prefix}${String(at + 1).padStart(5, '0')}`, ...line }))
}
