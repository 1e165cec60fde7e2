import type { Kysely } from 'kysely'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { DueInRound, MoneyInstalment, NextInstalment } from '#contract/money/money'
import {
  DEFAULT_PAYMENT_SCHEDULE,
  type Instalment,
  listInstalments,
  listMaintenanceInstalments,
  PAYMENT_EVENTS,
} from '#domain/money/payment-schedule'
import { groupBy } from '#domain/values/grouped'
import type { Database } from '../store/tables/tables.ts'
import type { readRoundsWithMarkets } from '../views/kit/names.ts'
import type { BookedPosting, readNamesOfPostings } from './books.ts'
import { readMaintenanceChecks, readPaymentTerms, readSoldUnits } from './events.ts'

interface ItemPosting extends BookedPosting {
  itemId: string
  purpose: 'due' | 'payable' | 'maintenance'
}

const EVENT_ORDER: readonly Instalment['event'][] = [...PAYMENT_EVENTS, 'checkPassed']

const isOfItem = (posting: BookedPosting): posting is ItemPosting =>
  posting.kind === 'settlement' &&
  posting.itemId !== null &&
  ['due', 'payable', 'maintenance'].includes(posting.purpose)

/** An instalment of a posting, in pence. */
export interface PostedInstalment extends Instalment {
  posting: ItemPosting
  /** Day for which the check that it waits for is scheduled. */
  checkDue: Day | null
}

const inOrder = (a: Instalment, b: Instalment): number =>
  (a.due ?? '9').localeCompare(b.due ?? '9') ||
  EVENT_ORDER.indexOf(a.event) - EVENT_ORDER.indexOf(b.event) ||
  (a.year ?? 0) - (b.year ?? 0)

/** Reads the instalments of postings, the first due first; those without a date last, in the order of their events. */
export const readInstalments = async (
  db: Kysely<Database>,
  postings: readonly BookedPosting[],
): Promise<PostedInstalment[]> => {
  const own = postings.filter(isOfItem)
  const held = own.filter(({ purpose }) => purpose === 'maintenance')
  const [sold, checks, terms] = await Promise.all([
    readSoldUnits(
      db,
      own.map(({ itemId }) => itemId),
    ),
    readMaintenanceChecks(
      db,
      held.map(({ itemId }) => itemId),
    ),
    readPaymentTerms(
      db,
      own.map(({ roundId }) => roundId),
    ),
  ])
  const partsOf = ({ purpose, itemId, roundId, at, amount }: ItemPosting): Instalment[] => {
    const pence = Math.abs(amount)
    if (purpose === 'maintenance') return listMaintenanceInstalments(pence, checks.get(itemId) ?? [])
    const schedule = terms.get(roundId) ?? DEFAULT_PAYMENT_SCHEDULE
    return listInstalments(pence, schedule, englishDayOf(at), sold.get(itemId) ?? [])
  }
  const checkDueOf = ({ itemId }: ItemPosting, { event, year }: Instalment): Day | null =>
    (event === 'checkPassed' && checks.get(itemId)?.find(check => check.year === year)?.due) || null
  return own
    .flatMap(posting =>
      partsOf(posting).map(part => ({ ...part, posting, checkDue: checkDueOf(posting, part) })),
    )
    .toSorted(inOrder)
}

/** Instalments in pounds, with the names of their rounds and items; those at the same place in the order of these names. */
export const nameInstalments = (
  instalments: readonly PostedInstalment[],
  {
    round,
    item,
  }: {
    round: Awaited<ReturnType<typeof readRoundsWithMarkets>>
    item: Awaited<ReturnType<typeof readNamesOfPostings>>['item']
  },
): MoneyInstalment[] =>
  instalments
    .map(({ posting, amount, ...part }) => ({
      ...part,
      amount: poundsOf(amount),
      purpose: posting.purpose,
      round: round(posting.roundId),
      item: item(posting)!,
    }))
    .toSorted((a, b) => inOrder(a, b) || a.item.name.localeCompare(b.item.name, 'en-GB'))

const isPaid = ({ posting }: PostedInstalment): boolean => posting.purpose === 'due'

/** The next instalments, on the first date that has not passed, added up; null if no date is known. */
export const sumNextInstalments = (
  instalments: readonly PostedInstalment[],
  side: 'pays' | 'receives',
  today: Day,
): NextInstalment => {
  const ahead = instalments.flatMap(one =>
    isPaid(one) === (side === 'pays') && one.due !== null && one.due >= today
      ? [{ due: one.due, amount: one.amount }]
      : [],
  )
  const [first] = ahead
  if (!first) return null
  const pence: Pence = ahead.reduce((sum, { due, amount }) => (due === first.due ? sum + amount : sum), 0)
  return { due: first.due, amount: poundsOf(pence) }
}

/** Adds up instalments that wait for the same event and are due on the same date. */
export const sumInstalmentsByDate = (instalments: readonly PostedInstalment[]): DueInRound[] =>
  groupBy(instalments, ({ due, event, year }) => `${due} ${event} ${year}`).map(([, its]) => {
    const { due, event, year } = its[0]!
    const totalOf = (isFromBuyers: boolean): number =>
      poundsOf(its.reduce((sum, one) => (isPaid(one) === isFromBuyers ? sum + one.amount : sum), 0))
    return { event, year, due, fromBuyers: totalOf(true), toSuppliers: totalOf(false) }
  })
