import { sql } from 'kysely'
import { listSettlementPostings, type MoneyPosting } from '#domain/money/settlement-postings'
import { iterateResultPages } from '../store/pages.ts'
import { openStore } from '../store/store.ts'
import { readPostings } from '../money/books.ts'
import type { VerificationCheck, VerificationInput } from './check.ts'
import { INVOICE_CHECKS } from './invoices.ts'
import { findPaymentRunFaults } from './payment-runs.ts'
import { PAYMENT_CHECKS } from './payments.ts'

const UNBALANCED = sql<{ id: string }>`
  select money_entry.id from money_entry left join money_posting on entry_id = money_entry.id
  group by money_entry.id having count(place) <> postings or coalesce(sum(amount), 1) <> 0`

const UNSETTLED = sql<{ id: string }>`
  select money_entry.id from money_entry join round on round.id = round_id
  where kind = 'settlement' and status <> 'Settled'`

/** The match with which each round was settled. */
const SETTLED = sql<{ id: string; roundId: string }>`
  select distinct on (round_id) match_result.id, round_id as "roundId"
  from match_result join round on round.id = round_id
  where round.status = 'Settled' and solution is not null
  order by round_id, match_result.ordinal desc`

const inWords = ({ purpose, organisationId, partyId, itemKind, itemId, amount }: MoneyPosting): string =>
  [purpose, organisationId, partyId, itemKind, itemId, amount].join(' ')

const faultsOf = async ({ db }: VerificationInput, id: string, roundId: string): Promise<string[]> => {
  const result = await openStore(db).read.one('matchResult', id)
  if (!result?.solution) return []
  const { problem, solution } = result
  const due = listSettlementPostings({ problem, solution })
  const booked = (await readPostings(db, { roundId })).filter(({ kind }) => kind === 'settlement')
  const [wanted, found] = [due, booked].map(postings => postings.map(inWords).toSorted().join('\n'))
  return [
    ...(wanted === found ? [] : ['differs in its books from its match']),
    ...(due.some(({ purpose }) => purpose === 'suspense') ? ['has payments that do not add up'] : []),
  ]
}

/**
 * Checks the books of money. Every entry must have all its postings, and these must add up to zero; the postings of a settled round
 * must follow from its match; invoices must be numbered without gaps and agree with the books; what is
 * booked as paid or posted to an account must be the bank lines that were booked; and files of payment runs must be those that two people approved.
 */
export const moneyCheck: VerificationCheck = {
  name: 'money',
  run: async function* (reading, looked) {
    for await (const page of iterateResultPages(reading.db, UNBALANCED))
      for (const { id } of page) yield { what: `money_entry ${id}`, why: 'does not add up to zero' }
    for await (const page of iterateResultPages(reading.db, UNSETTLED))
      for (const { id } of page) yield { what: `money_entry ${id}`, why: 'is of a round that is not settled' }
    for (const [rows, why] of INVOICE_CHECKS)
      for await (const page of iterateResultPages(reading.db, rows))
        for (const { id } of page) yield { what: `invoice ${id}`, why }
    for (const [rows, kind, why] of PAYMENT_CHECKS)
      for await (const page of iterateResultPages(reading.db, rows))
        for (const { id } of page) yield { what: `${kind} ${id}`, why }
    yield* findPaymentRunFaults(reading.db)
    for await (const page of iterateResultPages(reading.db, SETTLED))
      for (const { id, roundId } of page) {
        for (const why of await faultsOf(reading, id, roundId)) yield { what: `round ${roundId}`, why }
        looked(1)
      }
  },
}
