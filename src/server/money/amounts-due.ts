import type { Kysely } from 'kysely'
import type { AmountsDue, NotAgreed } from '#contract/money/due'
import { groupBy } from '#domain/values/grouped'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind, readRoundsWithMarkets, requireName } from '../views/kit/names.ts'
import { readAgedDocuments, sumAgedDocuments } from './aged.ts'
import { readNamesOfPostings } from './books.ts'
import { listDueWithoutAgreement } from './fallen-due.ts'

const sumOf = (its: readonly { amount: Pence }[]): number =>
  poundsOf(its.reduce((sum, { amount }) => sum + amount, 0))

const readNotAgreed = async (
  db: Kysely<Database>,
  today: Day,
): Promise<Pick<AmountsDue, 'notAgreed' | 'notAgreedTotal'>> => {
  const fallen = await listDueWithoutAgreement(db)
  const postings = fallen.map(({ posting }) => posting)
  const [name, round, { item }] = await Promise.all([
    readNamesOfKind(
      db,
      'organisation',
      postings.map(({ partyId }) => partyId),
    ),
    readRoundsWithMarkets(
      db,
      postings.map(({ roundId }) => roundId),
    ),
    readNamesOfPostings(db, postings),
  ])
  const notAgreed = groupBy(fallen, ({ posting }) => posting.partyId)
    .map(([supplierId, its]): NotAgreed => ({
      supplier: requireName(name, supplierId),
      amount: sumOf(its),
      late: sumOf(its.filter(({ due }) => due < today)),
      amounts: its.map(({ posting, event, year, due, amount }) => ({
        ...{ item: item(posting)!, round: round(posting.roundId), purpose: posting.purpose },
        ...{ event, year, due, amount: poundsOf(amount) },
      })),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.supplier.name.localeCompare(b.supplier.name, 'en-GB'))
  return { notAgreed, notAgreedTotal: sumOf(fallen) }
}

/**
 * Reads what is due in the whole market by organisation and age, now or at the end of a day, and what is due now without a self-billing
 * agreement.
 */
export const readAmountsDueView = async (
  db: Kysely<Database>,
  today: Day,
  until: Day | null,
): Promise<AmountsDue> => {
  const [documents, waiting] = await Promise.all([
    readAgedDocuments(db, today, until),
    readNotAgreed(db, today),
  ])
  return { on: until ?? today, ...sumAgedDocuments(documents), ...waiting }
}
