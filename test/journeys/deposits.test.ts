import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView } from '#contract/money/money'
import type { PaymentRunRow, PaymentRunView } from '#contract/money/payment-run'
import type { RequirementView } from '#contract/requirement/requirement'
import type { MatchReview } from '#contract/round/match'
import type { ActionPreview } from '#contract/kit/form'
import type { Requirement } from '#domain/project/requirement'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { depositNumber } from '../builders/deposit-number.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { openSmallRound, runMatch, readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, world, type World } from '../builders/world.ts'
import { camtOf, type TestEntry } from '../http/camt.ts'

const DEPOSIT = 250_000
const POUNDS = DEPOSIT / 100

let market: World
let operator: Person
/** Bids of the round, the oldest first; the deposits of the last two are not paid in full. */
let bids: Requirement[]
beforeAll(async () => {
  market = await world({ from: openSmallRound })
  operator = market.as('operator')
  const all = await market.store.read.list('requirement', { roundId: 'RD-SOM-1', status: 'Bid' })
  // Groups that win together would take others with them.
  bids = [...all.filter(one => one.groupId !== null), ...all.filter(one => one.groupId === null)]
})
afterAll(() => market.close())

const settle = () => settleAllDeposits.run({ runtime: market.runtime, files: market.files })
const issue = () => issueDueInvoices.run({ runtime: market.runtime, files: market.files })
const depositOf = async ({ id }: Requirement) =>
  (await operator.get<RequirementView>(`/api/requirement/${id}`)).deposit
const ownerOf = async ({ buyerId }: Requirement): Promise<Person> => {
  const [user] = await market.store.read.list('user', { organisationId: buyerId })
  return market.as(user!.id)
}
const ownAccount = async (): Promise<string> => {
  const [own] = await market.store.read.list('organisation', { type: 'OPER' })
  return own!.iban!
}
const bank = async (entries: readonly TestEntry[]) =>
  operator.does(
    'UploadBankStatement',
    { kind: 'bankLines' },
    {},
    { statement: { name: 'statement.xml', content: camtOf(await ownAccount(), entries) } },
  )
const paymentOf = async (bid: Requirement, amount: number): Promise<TestEntry> => {
  const { reference } = (await depositOf(bid))!
  return { amount: amount.toFixed(2), reference: `IN-${bid.id}-${amount}`, remittance: reference }
}
const balanceOf = async (purpose: string): Promise<number> =>
  (await operator.get<AccountsView>('/api/accounts')).accounts
    .filter(one => one.purpose === purpose)
    .reduce((sum, { balance }) => sum + balance, 0)
const findFaults = () =>
  market.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: market.runtime.now() }, [moneyCheck])).differences)

describe('a round that asks for a deposit', () => {
  beforeAll(async () => {
    await sql`alter table payment_terms disable trigger payment_terms_are_final`.execute(market.store.db)
    await sql`update payment_terms set deposit = ${DEPOSIT} where round_id = 'RD-SOM-1'`.execute(
      market.store.db,
    )
    await sql`alter table payment_terms enable always trigger payment_terms_are_final`.execute(
      market.store.db,
    )
  })

  it('asks once for the deposit of each bid, with a number that says nothing about other bids, without VAT, and tells the bidder', async () => {
    await settle()
    await settle()
    const { items } = await operator.get<{ items: InvoiceRow[] }>(
      '/api/invoices?documentKind=deposit&marketRoundId=RD-SOM-1',
    )
    expect(items.map(({ name }) => name).toSorted()).toEqual(
      bids.map(({ id }) => depositNumber(id, 'RD-SOM-1', 1)).toSorted(),
    )
    for (const one of items) expect(one).toMatchObject({ net: POUNDS, vat: 0, open: POUNDS })
    const { rows } = await sql<{ count: number }>`
      select count(distinct subject_id)::integer as count from inbox_item where kind = 'deposit-asked'`.execute(
      market.store.db,
    )
    expect(rows[0]!.count).toBe(bids.length)
    expect(await balanceOf('deposits')).toBe(0)
  })

  it('shows a deposit to its bidder and the market operator, and to no other bidder', async () => {
    const bid = bids[0]!
    const other = bids.find(one => one.buyerId !== bid.buyerId)!
    const deposit = (await depositOf(bid))!
    expect(deposit).toMatchObject({ amount: POUNDS, paid: 0, state: 'Asked' })
    expect(deposit.reference).toMatch(/^RF\d\dDEP\d{6}$/)
    const owner = await ownerOf(bid)
    expect((await owner.get<RequirementView>(`/api/requirement/${bid.id}`)).deposit).toEqual(deposit)
    const document = `/api/invoice/${deposit.document.id}`
    expect(await owner.get<InvoiceView>(document)).toMatchObject({ documentKind: 'deposit', total: POUNDS })
    for (const file of ['pdf', 'xml'])
      expect((await owner.send(`${document}/file?format=${file}`)).status).toBe(200)
    const stranger = await ownerOf(other)
    for (const path of [document, `${document}/file?format=pdf`])
      expect((await stranger.send(path)).status).toBe(404)
    const { items } = await stranger.get<{ items: InvoiceRow[] }>('/api/invoices')
    expect(items.some(({ id }) => id === deposit.document.id)).toBe(false)
  })

  it('says nothing about an amount that is bid: a higher bid gets no other document', async () => {
    const bid = bids[0]!
    const before = await depositOf(bid)
    await sql`update requirement set bid = bid + 1 where id = ${bid.id}`.execute(market.store.db)
    await settle()
    expect(await depositOf(bid)).toEqual(before)
    await sql`update requirement set bid = bid - 1 where id = ${bid.id}`.execute(market.store.db)
  })

  it('books a payment with its reference to the account of deposits', async () => {
    const paid = bids.slice(0, -2)
    const part = bids.at(-1)!
    await bank([
      ...(await Promise.all(paid.map(bid => paymentOf(bid, POUNDS)))),
      await paymentOf(part, POUNDS - 1),
    ])
    for (const bid of paid) expect(await depositOf(bid)).toMatchObject({ paid: POUNDS, state: 'Received' })
    expect(await depositOf(part)).toMatchObject({ paid: POUNDS - 1, state: 'PartlyPaid' })
    expect(await balanceOf('deposits')).toBe(0 - (paid.length + 1) * POUNDS + 1)
    expect(await findFaults()).toEqual([])
  })

  it('warns the market operator of bids that lack their deposit, and matches without them', async () => {
    const preview = await operator.rehearses('Match', SOMERSET_ROUND, { confirmed: true })
    expect(
      preview.warnings.map(({ message }: ActionPreview['warnings'][number]) => message).join(),
    ).toContain('2 bids do not count, because their deposits have not been received in full')
    expect(await runMatch(operator)).toMatchObject({ status: 'Matched' })
    const review = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    const inMatch = review.requirements.map(({ id }) => id)
    expect(inMatch).toEqual(expect.arrayContaining(bids.slice(0, -2).map(({ id }) => id)))
    for (const { id } of bids.slice(-2)) expect(inMatch).not.toContain(id)
  })

  it('stores which bids were left out and why, so that a deposit that comes later does not change the match', async () => {
    const result = await market.store.read.latest('matchResult', { roundId: 'RD-SOM-1' })
    expect(result!.unconfirmed.map(({ id, why }) => `${id} ${why}`).toSorted()).toEqual(
      bids
        .slice(-2)
        .map(({ id }) => `${id} depositMissing`)
        .toSorted(),
    )
    await bank([await paymentOf(bids.at(-1)!, 1)])
    expect(await depositOf(bids.at(-1)!)).toMatchObject({ state: 'Received' })
    await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
    expect(await readRound(operator)).toMatchObject({ status: 'Settled' })
  })

  it('tells the bidder why its bid took no part', async () => {
    for (const bid of bids.slice(-2)) {
      const { status, result } = await (await ownerOf(bid)).get<RequirementView>(`/api/requirement/${bid.id}`)
      expect(status).toBe('Unmatched')
      expect(result).toMatchObject({ won: false, reason: 'depositMissing' })
      expect(result?.sentence).toContain('had not been received in full when the match began')
    }
  })
})

describe('after the settlement', () => {
  const won: Requirement[] = []
  const lost: Requirement[] = []

  it('sets the deposit of each winner off against its first invoice, in the same transaction', async () => {
    const now = await market.store.read.list('requirement', { id: bids.map(({ id }) => id) })
    won.push(...now.filter(({ status }) => status === 'RightsCreated'))
    lost.push(...now.filter(({ status }) => status === 'Unmatched'))
    expect(won.length).toBeGreaterThan(0)
    expect(won.length + lost.length).toBe(bids.length)
    await issue()
    for (const bid of won) {
      const { items } = await operator.get<{ items: InvoiceRow[] }>(
        `/api/invoices?itemId=${bid.id}&documentKind=invoice`,
      )
      const { total, paid, open, id } = items[0]!
      const setOff = Math.min(total, POUNDS)
      expect([paid, open]).toEqual([setOff, Math.round((total - setOff) * 100) / 100])
      const { payments } = await operator.get<InvoiceView>(`/api/invoice/${id}`)
      expect(payments).toMatchObject([{ amount: setOff, rule: 'deposit' }])
      expect(await depositOf(bid)).toMatchObject({ setOff, state: 'SetOff' })
    }
    expect(await findFaults()).toEqual([])
  })

  it('takes a set-off back with its invoice, and sets it off again against the next one', async () => {
    const bid = won[0]!
    const first = await operator.get<{ items: InvoiceRow[] }>(
      `/api/invoices?itemId=${bid.id}&documentKind=invoice`,
    )
    const values = { reason: 'The address was wrong', isReissued: true }
    await operator.does('CreditInvoice', { kind: 'invoice', id: first.items[0]!.id }, values)
    expect(await depositOf(bid)).toMatchObject({ setOff: 0, state: 'Received' })
    await issue()
    const { items } = await operator.get<{ items: InvoiceRow[] }>(
      `/api/invoices?itemId=${bid.id}&documentKind=invoice&sort=-issued`,
    )
    expect(items[0]).toMatchObject({ net: first.items[0]!.net, paid: first.items[0]!.paid })
    expect(await findFaults()).toEqual([])
  })

  it('pays the deposits of losers back, and takes back the one that was never paid', async () => {
    await settle()
    await settle()
    const never = bids.at(-2)!
    for (const bid of lost)
      expect(await depositOf(bid)).toMatchObject({
        state: bid.id === never.id ? 'TakenBack' : 'ToBePaidBack',
      })
    const { items } = await operator.get<{ items: InvoiceRow[] }>(
      '/api/invoices?documentKind=depositReturn&marketRoundId=RD-SOM-1',
    )
    expect(items.map(({ item, total }) => `${item.id} ${total}`).toSorted()).toEqual(
      lost
        .filter(({ id }) => id !== never.id)
        .map(({ id }) => `${id} ${-POUNDS}`)
        .toSorted(),
    )
    expect(await findFaults()).toEqual([])
  })

  it('keeps the payment of a deposit that has ended', async () => {
    const line = (await market.store.read.list('bankLine', { status: 'Booked' })).find(
      ({ bankReference }) => bankReference === `IN-${lost[0]!.id}-${POUNDS}`,
    )
    const taken = await operator.tries(
      'TakeBookingBack',
      { kind: 'bankLine', id: line!.id },
      { reason: 'Not theirs' },
    )
    expect([taken.status, JSON.stringify(taken.body)]).toEqual([
      422,
      expect.stringContaining('has been used or paid back'),
    ])
    const { rows } = await sql<{
      id: string
    }>`select id from payment where bank_line_id = ${line!.id}`.execute(market.store.db)
    await expect(
      sql`insert into payment (id, bank_line_id, invoice_id, amount, rule, reverses_id, booked_at)
        select 'wrong', bank_line_id, invoice_id, -amount, 'takenBack', id, now() from payment where id = ${rows[0]!.id}`.execute(
        market.store.db,
      ),
    ).rejects.toMatchObject({ constraint: 'payment_fits_its_invoice' })
  })

  it('pays back by a payment run, after which the account of losers is at zero', async () => {
    const back = await operator.get<{ items: InvoiceRow[] }>(
      '/api/invoices?documentKind=depositReturn&marketRoundId=RD-SOM-1',
    )
    const ids = back.items.map(({ id }) => id)
    await sql`update organisation set iban = 'GB82WEST12345698765432', iban_set_at = '2026-01-05'
      where id = any(${lost.map(({ buyerId }) => buyerId)}::text[])`.execute(market.store.db)
    await operator.does('CreatePaymentRun', { kind: 'paymentRuns' }, { invoices: ids })
    const [run] = (await operator.get<{ items: PaymentRunRow[] }>('/api/payment-runs')).items
    const uploaded = await operator.tries('MakePaymentFile', { kind: 'paymentRun', id: run!.id })
    expect(uploaded.status).toBe(409)
    const [own] = await market.store.read.list('organisation', { type: 'OPER' })
    const [line] = await market.store.read.list('bankLine', { status: 'Booked' })
    const staff = await market.store.read.list('user', { organisationId: own!.id, active: true })
    const colleague = staff.find(({ id }) => id !== line!.uploadedBy)
    await market.as(colleague!.id).does('MakePaymentFile', { kind: 'paymentRun', id: run!.id })
    const { orders } = await operator.get<PaymentRunView>(`/api/payment-run/${run!.id}`)
    expect(orders.map(({ amount }) => amount)).toEqual(ids.map(() => POUNDS))
    await bank(
      orders.map(({ amount, endToEndId }) => ({
        ...{ amount: `-${amount.toFixed(2)}`, reference: `OUT-${endToEndId}`, endToEndId },
      })),
    )
    for (const bid of lost)
      if (bid.id !== bids.at(-2)!.id)
        expect(await depositOf(bid)).toMatchObject({ paidBack: POUNDS, state: 'PaidBack' })
    const held = await Promise.all(won.map(depositOf))
    const left = held.reduce((sum, one) => sum + one!.paid - one!.setOff, 0)
    expect(await balanceOf('deposits')).toBeCloseTo(0 - left, 2)
    expect(await findFaults()).toEqual([])
    await expectSoundAuditTrail(market.store)
  })
})
