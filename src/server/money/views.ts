import type { Kysely } from 'kysely'
import type { BookedItem, MoneyInstalment, MoneyView, RoundBooks } from '#contract/money/money'
import type { IdAndName } from '#contract/kit/values'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import { ACCOUNT_PURPOSES } from '#domain/money/account'
import { type MoneyPosition, sumMoneyPosition } from '#domain/money/position'
import { type Actor, isOperator } from '#domain/people/actor'
import { groupBy } from '#domain/values/grouped'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind, readRoundsWithMarkets, requireName } from '../views/kit/names.ts'
import { nameInstalments, readInstalments, sumInstalmentsByDate, sumNextInstalments } from './instalments.ts'
import { readInvoiced } from './payments.ts'
import {
  type BookedPosting,
  listPartiesOfRounds,
  type PartyOfRound,
  readNamesOfPostings,
  readPostings,
} from './books.ts'

/** Offers and bids that a reader may know: whose they are, and in which round. */
const listKnownParties = async (db: Kysely<Database>, reader: Actor): Promise<PartyOfRound[]> => {
  const own = reader.organisationId === null ? [] : [reader.organisationId, ...(reader.formerIds ?? [])]
  const clients = reader.authorities.map(({ clientId }) => clientId)
  const parties = await listPartiesOfRounds(db, isOperator(reader) ? null : [...own, ...clients])
  return parties.filter(({ partyId: ownerId, roundId }) =>
    mayReadFigure('organisationMoney', reader, { ownerId, roundId }, 'Settled'),
  )
}

/** Organisations whose money a reader may know, each with its rounds and former organisations; the reader's own first. */
interface KnownMoney extends IdAndName {
  parties: PartyOfRound[]
}

const listKnownMoney = async (db: Kysely<Database>, reader: Actor): Promise<KnownMoney[]> => {
  const byOrganisation = groupBy(
    await listKnownParties(db, reader),
    ({ partyId, mergedIntoId }) => mergedIntoId ?? partyId,
  )
  const name = await readNamesOfKind(
    db,
    'organisation',
    byOrganisation.map(([id]) => id),
  )
  return byOrganisation
    .map(([id, its]) => ({ ...requireName(name, id), parties: its }))
    .toSorted((a, b) =>
      a.id === reader.organisationId
        ? -1
        : b.id === reader.organisationId
          ? 1
          : a.name.localeCompare(b.name, 'en-GB'),
    )
}

const readKnownPostings = async (
  db: Kysely<Database>,
  parties: readonly PartyOfRound[],
): Promise<BookedPosting[]> => {
  const isKnown = new Set(parties.map(({ partyId, roundId }) => `${partyId} ${roundId}`))
  const postings = await readPostings(db, { partyIds: [...new Set(parties.map(({ partyId }) => partyId))] })
  return postings.filter(({ partyId, roundId }) => isKnown.has(`${partyId} ${roundId}`))
}

const readInstalmentsOfReader = async (db: Kysely<Database>, reader: Actor) =>
  readInstalments(db, await readKnownPostings(db, await listKnownParties(db, reader)))

/** Reads what is paid and received, the next payment and the next money in of all organisations that a reader acts for. */
export const readNextInstalments = async (
  db: Kysely<Database>,
  reader: Actor,
  today: Day,
): Promise<Pick<MoneyView, 'paid' | 'received' | 'nextPaid' | 'nextReceived'>> => {
  const postings = await readKnownPostings(db, await listKnownParties(db, reader))
  const instalments = await readInstalments(db, postings)
  return {
    ...sumPayments(postings),
    nextPaid: sumNextInstalments(instalments, 'pays', today),
    nextReceived: sumNextInstalments(instalments, 'receives', today),
  }
}

/** Lists instalments with a due date of all organisations that a reader acts for; none for the market operator. */
export const listDueInstalments = async (
  db: Kysely<Database>,
  reader: Actor,
): Promise<(Pick<MoneyInstalment, 'item' | 'purpose' | 'event' | 'year'> & { due: Day })[]> => {
  if (isOperator(reader)) return []
  const due = (await readInstalmentsOfReader(db, reader)).flatMap(one =>
    one.due === null ? [] : [{ ...one, due: one.due }],
  )
  const { item } = await readNamesOfPostings(
    db,
    due.map(({ posting }) => posting),
  )
  return due.map(({ posting, event, year, due: day }) => ({
    ...{ item: item(posting)!, purpose: posting.purpose, event, year, due: day },
  }))
}

const positionInPounds = (postings: readonly BookedPosting[]): MoneyPosition => {
  const { pays, receivesNow, receivesLater, forOthers } = sumMoneyPosition(
    postings.filter(({ kind }) => kind === 'settlement'),
  )
  return {
    pays: poundsOf(pays),
    receivesNow: poundsOf(receivesNow),
    receivesLater: poundsOf(receivesLater),
    forOthers: poundsOf(forOthers),
  }
}

const statementOf = (
  postings: readonly BookedPosting[],
  round: Awaited<ReturnType<typeof readRoundsWithMarkets>>,
  item: Awaited<ReturnType<typeof readNamesOfPostings>>['item'],
): MoneyView['statement'] => {
  let balance: Pence = 0
  return postings
    .filter(({ organisationId }) => organisationId !== null)
    .map(posting => {
      const { on, at, roundId, kind, purpose, amount } = posting
      balance += amount
      return {
        ...{ on, at, round: round(roundId), purpose, isPayment: kind === 'payment', item: item(posting) },
        debit: poundsOf(Math.max(0, amount)),
        credit: poundsOf(Math.max(0, -amount)),
        balance: poundsOf(balance),
      }
    })
}

/**
 * Reads the postings of one organisation: the named one, the reader's own, or the first that the reader may know. Null if it has none
 * in the books or the reader may not know it; the reader's own organisation is always found.
 */
export const readKnownOrganisation = async (
  db: Kysely<Database>,
  organisationId: string | undefined,
  reader: Actor,
): Promise<{
  organisation: IdAndName
  known: readonly KnownMoney[]
  parties: readonly PartyOfRound[]
  postings: BookedPosting[]
} | null> => {
  const known = await listKnownMoney(db, reader)
  const wanted = organisationId ?? (isOperator(reader) ? known[0]?.id : (reader.organisationId ?? undefined))
  const found = known.find(({ id }) => id === wanted) ?? (organisationId === undefined ? known[0] : undefined)
  const { id, name, parties } = found ?? { ...(await ownName(db, wanted, reader)), parties: [] }
  if (id === undefined || name === undefined) return null
  return { organisation: { id, name }, known, parties, postings: await readKnownPostings(db, parties) }
}

/**
 * Money of one organisation: the named one, the reader's own, or the first that the reader may know. Null if it has none in the
 * books or the reader may not know it; the reader's own organisation always has a page.
 */
export const readMoneyView = async (
  db: Kysely<Database>,
  organisationId: string | undefined,
  reader: Actor,
  today: Day,
): Promise<MoneyView | null> => {
  const found = await readKnownOrganisation(db, organisationId, reader)
  if (!found) return null
  const { organisation, known, parties, postings } = found
  const [invoiced, round, { item }, instalments] = await Promise.all([
    readInvoiced(db, parties),
    readRoundsWithMarkets(
      db,
      postings.map(({ roundId }) => roundId),
    ),
    readNamesOfPostings(db, postings),
    readInstalments(db, postings),
  ])
  return {
    organisation,
    isOwn: organisation.id === reader.organisationId,
    organisations: known.map(one => ({ id: one.id, name: one.name })),
    ...positionInPounds(postings),
    ...sumPayments(postings),
    ...invoiced,
    nextPaid: sumNextInstalments(instalments, 'pays', today),
    nextReceived: sumNextInstalments(instalments, 'receives', today),
    instalments: nameInstalments(instalments, { round, item }),
    rounds: groupBy(
      postings.filter(({ kind }) => kind === 'settlement'),
      ({ roundId }) => roundId,
    )
      .map(([roundId, its]) => ({ round: round(roundId), settledAt: its[0]!.at, ...positionInPounds(its) }))
      .toReversed(),
    statement: statementOf(postings, round, item),
  }
}

/** Sums the payments that an organisation has made and received by the bank: a deposit counts once, and no more when it is paid back. */
const sumPayments = (postings: readonly BookedPosting[]): Pick<MoneyView, 'paid' | 'received'> => {
  const own = postings.filter(({ kind, organisationId }) => kind === 'payment' && organisationId !== null)
  const sum = (isBuyer: boolean): Pence =>
    own.reduce(
      (all, { purpose, amount }) =>
        (purpose === 'due' || purpose === 'deposits') === isBuyer ? all + amount : all,
      0,
    )
  return { paid: poundsOf(0 - sum(true)), received: poundsOf(sum(false)) }
}

const ownName = async (
  db: Kysely<Database>,
  id: string | undefined,
  reader: Actor,
): Promise<IdAndName | Record<'id' | 'name', undefined>> => {
  const none = { id: undefined, name: undefined }
  if (id === undefined || id !== reader.organisationId) return none
  return (await readNamesOfKind(db, 'organisation', [id]))(id) ?? none
}

const amountsByPurpose = (postings: readonly BookedPosting[]): BookedItem['amounts'] =>
  Object.fromEntries(
    ACCOUNT_PURPOSES.map(purpose => [
      purpose,
      poundsOf(postings.reduce((sum, one) => (one.purpose === purpose ? sum + one.amount : sum), 0)),
    ]),
  ) as BookedItem['amounts']

/** Books of a round, item by item: bids first, then offers; null if nothing was posted for it. */
export const readRoundBooksView = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<RoundBooks | null> => {
  // Payments are shown with the invoices that they pay.
  const postings = (await readPostings(db, { roundId })).filter(({ kind }) => kind !== 'payment')
  if (postings[0] === undefined) return null
  const [{ party, item }, round, instalments] = await Promise.all([
    readNamesOfPostings(db, postings),
    readRoundsWithMarkets(db, [roundId]),
    readInstalments(db, postings),
  ])
  const items = groupBy(postings, ({ itemKind, itemId }) => `${itemKind} ${itemId}`).flatMap(([, its]) => {
    const of = item(its[0]!)
    const { partyId } = its[0]!
    return of === null || partyId === null
      ? []
      : [{ item: of, party: requireName(party, partyId), amounts: amountsByPurpose(its) }]
  })
  return {
    round: round(roundId),
    settledAt: postings[0].at,
    items,
    totals: amountsByPurpose(postings),
    due: sumInstalmentsByDate(instalments),
  }
}
