import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { paymentReference } from '#domain/money/invoice'
import { balanceBefore, divideIntoStatements, writeCamt } from '../../tools/bank-in-a-folder/camt.ts'
import { type Bill, inventIban, playBills, type PlayedLine } from '../../tools/bank-in-a-folder/draw.ts'

/** Account of the market operator in drawn lives. */
export const OWN_ACCOUNT = 'GB33BUKB20201555555555'

/** A party of a drawn market; `recorded` is the account that the market knows, which may be none or another. */
export interface DrawnParty {
  id: string
  iban: string
  recorded: string | null
}

/** The bank of one market for some weeks: what is owed, the true payments, and the statements that the operator uploads. */
export interface Life {
  parties: readonly DrawnParty[]
  bills: readonly Bill[]
  lines: readonly PlayedLine[]
  statements: readonly string[]
}

const numberOf = (kind: Bill['kind'], place: number): string =>
  `${kind === 'invoice' ? 'INV' : 'SBI'}-${String(place).padStart(6, '0')}`

/** Draws parties: most have recorded the account from which they pay, and now and then two have the same one. */
const drawParties = (random: RandomNumberGenerator, ids: readonly string[]): DrawnParty[] => {
  const shared = inventIban(random)
  return ids.map(id => {
    const iban = random.chance(0.05) ? shared : inventIban(random)
    return { id, iban, recorded: random.chance(0.8) ? iban : null }
  })
}

/** Draws what is owed: several invoices of a party often have the same amount, as those of one developer do. */
const drawBills = (
  random: RandomNumberGenerator,
  parties: readonly DrawnParty[],
  before: { invoice: number; selfBilled: number },
): Bill[] => {
  const counts = { ...before }
  return parties.flatMap(({ id, iban }) => {
    const usual = random.whole(100_000, 5_000_000)
    return Array.from({ length: random.whole(1, 5) }, () => {
      const kind = random.chance(0.7) ? ('invoice' as const) : ('selfBilled' as const)
      const number = numberOf(kind, (counts[kind] += 1))
      const reference = paymentReference(number)
      return {
        ...{ number, kind, party: id, iban, reference },
        open: random.chance(0.25) ? usual : random.whole(1, 9_000_000),
        endToEndId: kind === 'selfBilled' ? `${reference}P1` : null,
      }
    })
  })
}

const PARTIES = Array.from({ length: 12 }, (_, at) => `party-${at + 1}`)

/** Draws one life, with invoices after those that are there `before`. The same seed gives the same one. */
export const drawLife = (
  seed: number,
  ids: readonly string[] = PARTIES,
  before = { invoice: 0, selfBilled: 0 },
): Life => {
  const random = createSeededRandom(seed)
  const parties = drawParties(random, ids.slice(0, random.whole(2, ids.length)))
  const bills = drawBills(random, parties, before)
  const stage = {
    ...{ account: OWN_ACCOUNT, otherAccount: inventIban(random) },
    ...{ from: '2026-06-01', prefix: `L${seed}-` },
  }
  const lines = playBills(random, stage, bills)
  const statements = divideIntoStatements(random, lines).map(({ name, lines: its, from }) =>
    writeCamt(name, its, balanceBefore(lines, from, 1_000_000_000)),
  )
  return { parties, bills, lines, statements }
}

/**
 * Says whether the invoice of a line can be known for certain, by someone who knows only what the market knows: it bears the references of
 * what it pays exactly or in part, or it comes from the recorded account of one party that owes this amount once.
 */
export const canBeCertain = (
  { parties, bills }: Pick<Life, 'parties' | 'bills'>,
  line: PlayedLine,
): boolean => {
  if (line.isRepeat || line.currency !== 'GBP' || line.account !== OWN_ACCOUNT) return false
  const names = [...line.structured, line.text, line.endToEndId]
  if (line.isReturn) return line.endToEndId !== null
  switch (line.fault) {
    case 'over':
    case 'togetherShort':
    case 'unknownPayer':
    case 'noInvoice':
      return false
    case 'missingReference':
    case 'garbledReference': {
      const payers = parties.filter(({ recorded }) => recorded === line.partyIban)
      const owed = bills.filter(
        ({ party, kind, open }) => kind === 'invoice' && party === payers[0]?.id && open === line.amount,
      )
      return payers.length === 1 && owed.length === 1
    }
    default:
      return names.some(name => name !== null)
  }
}
