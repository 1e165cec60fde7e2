import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import type { Day } from '@credit-market/values/dates'
import { sql } from 'kysely'
import { paymentReference } from '#domain/money/invoice'
import type { VatRate } from '#domain/money/vat'
import { chargeLateInterest } from '#server/jobs/charge-interest'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { readVatRates } from '#server/money/rates'
import { ageSettlement } from '../builders/random-settlement.ts'
import { camtOf, type TestEntry, uploadStatement } from '../http/camt.ts'
import { advanceSettlements, storeSettlements } from '../http/stored-settlements.ts'
import { sampleRow, type World } from '../http/world.ts'
import { postToAccounts } from './drawn-bookings.ts'
import { askForDeposits } from './drawn-deposits.ts'
import { type DrawnRound, PARTIES } from './drawn-rounds.ts'

const OWN = 'GB33BUKB20201555555555'

/** Lines of one statement: the bank sends one a day. */
const LINES = 200

interface OpenInvoice {
  id: string
  name: string
  kind: string
  isOut: boolean
  open: number
}

const readOpen = async ({ store }: World): Promise<OpenInvoice[]> => {
  const { rows } = await sql<OpenInvoice>`
    select id, name, kind, kind in ('selfBilled', 'refund', 'depositReturn') as "isOut",
      abs(net + vat) - abs(coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0)) as open
    from invoice where kind <> 'creditNote' and not exists (select from invoice as credit where credits_id = invoice.id)
    order by ordinal`.execute(store.db)
  return rows.filter(({ open }) => open > 0)
}

const pounds = (pence: number, isOut: boolean): string => `${isOut ? '-' : ''}${(pence / 100).toFixed(2)}`

/** Pays open invoices on one of these days: most in full, others in part, too much, twice, or so that the bank takes it back. */
const pay = async (
  world: World,
  r: RandomNumberGenerator,
  { on, tag }: { on: readonly Day[]; tag: string },
) => {
  const entries = (await readOpen(world)).flatMap(({ id, name, isOut, open }): TestEntry[] => {
    const line = (pence: number, nth: number, more: Partial<TestEntry> = {}): TestEntry => ({
      ...{ amount: pounds(pence, isOut), reference: `${tag}-${id}-${nth}`, bookedOn: r.pick(on) },
      ...{ remittance: paymentReference(name), endToEndId: `${tag}${id.replace('-', '')}`, ...more },
    })
    if (r.chance(0.2)) return []
    if (r.chance(0.1) && open > 1) return [line(r.whole(1, open - 1), 1)]
    if (r.chance(0.06)) return [line(open + r.whole(1, 50_000), 1)]
    if (r.chance(0.05)) return [line(open, 1), line(open, 2)]
    if (r.chance(0.08) && !isOut) {
      const paid = line(open, 1)
      return [paid, { ...paid, amount: `-${paid.amount}`, reference: `${tag}-${id}-2`, isReturn: true }]
    }
    return [line(open, 1)]
  })
  for (let from = 0; from < entries.length; from += LINES)
    await uploadStatement(world, camtOf(OWN, entries.slice(from, from + LINES)))
}

const act = async (world: World, url: string, values: object): Promise<boolean> => {
  const { statusCode, body } = await world.ask('olga', url, { method: 'POST', payload: { values } })
  if (statusCode !== 200 && statusCode !== 422) throw new Error(`${url}: ${statusCode} ${body}`)
  return statusCode === 200
}

/** Takes some unpaid invoices back, half of them to be issued again. */
const credit = async (world: World, r: RandomNumberGenerator): Promise<number> => {
  let count = 0
  for (const { id, kind } of await readOpen(world)) {
    if (kind.startsWith('deposit') || !r.chance(0.08)) continue
    const values = { reason: 'The address was wrong', isReissued: r.chance(0.5) }
    if (await act(world, `/api/invoice/${id}/action/CreditInvoice`, values)) count += 1
  }
  return count
}

/** Fails a part of the sold units of some projects, and refunds a buyer of each. */
const refund = async (
  world: World,
  r: RandomNumberGenerator,
  rounds: readonly DrawnRound[],
): Promise<number> => {
  let count = 0
  // A project has one open case of a type.
  const failed = new Set<string>()
  for (const { market, owners } of rounds)
    for (const { id, projectId, requirementId, unitsPerPeriod } of market.credits) {
      const [period] = unitsPerPeriod
      if (requirementId === null || !period || period.units < 4 || !r.chance(0.5)) continue
      const of = `failed-${projectId}`
      if (failed.has(of)) continue
      failed.add(of)
      await world.store.transaction(tx =>
        tx.apply(
          [
            sampleRow('case', {
              ...{ id: of, name: `Delivery failure: ${projectId}`, roundId: market.round.id, projectId },
              ...{ ownerId: owners.get(projectId)!, concernedIds: [owners.get(requirementId)!] },
              ...{ concernedLpaIds: [], reportedBy: 'olga', reportedForId: 'operator', since: '2026-07-01' },
              ...{ status: 'Confirmed', failedSince: '2026-07-01', confirmedAt: world.clock.now },
              ...{ endedAt: null, rectifyBy: null, reportedAt: '2026-07-01T09:00:00.000Z' },
            }),
            sampleRow('unitFailure', {
              ...{ id: of, caseId: of, creditId: id, firstUnit: period.first, startDay: period.start },
              ...{ lastUnit: period.first + r.whole(1, period.units) - 1, endDay: period.end },
            }),
          ],
          { now: world.clock.now, newId: world.runtime.newId },
        ),
      )
      const values = { requirement: requirementId, reason: 'The reeds have died' }
      if (await act(world, `/api/case/${of}/action/Refund`, values)) count += 1
    }
  return count
}

/** Releases some buyers whose rights are not allocated yet, because they do not pay. */
const release = async (world: World, r: RandomNumberGenerator): Promise<number> => {
  const { rows } = await sql<{ id: string; roundId: string; buyerId: string }>`
    select id, round_id as "roundId", buyer_id as "buyerId" from requirement where status = 'RightsCreated' order by ordinal`.execute(
    world.store.db,
  )
  let count = 0
  for (const { id: requirementId, roundId, buyerId: ownerId } of rows) {
    if (!r.chance(0.4)) continue
    const id = `default-${requirementId}`
    await world.store.transaction(tx =>
      tx.apply(
        [
          sampleRow('case', {
            ...{
              id,
              type: 'BuyerDefault',
              name: 'Buyer does not pay',
              roundId,
              projectId: null,
              requirementId,
            },
            ...{
              ownerId,
              concernedIds: [],
              concernedLpaIds: [],
              reportedBy: 'olga',
              reportedForId: 'operator',
            },
            ...{ status: 'Confirmed', confirmedAt: world.clock.now, failedSince: null, endedAt: null },
            ...{ rectifyBy: null, since: '2026-07-01', reportedAt: '2026-07-01T09:00:00.000Z' },
          }),
        ],
        { now: world.clock.now, newId: world.runtime.newId },
      ),
    )
    const values = { requirement: requirementId, reason: 'It has not paid' }
    if (await act(world, `/api/case/${id}/action/ReleaseBuyer`, values)) count += 1
  }
  return count
}

/** Says that delivery of some projects was verified two years ago, and that the first check was passed today. */
const check = async (world: World, r: RandomNumberGenerator, rounds: readonly DrawnRound[]) => {
  const date: Day = '2026-06-12'
  const ids = rounds.flatMap(({ market }) => market.projects.filter(() => r.chance(0.5)).map(({ id }) => id))
  for (const projectId of ids)
    await world.store.transaction(tx =>
      tx.apply(
        [
          sampleRow('verification', {
            ...{ id: `verified-${projectId}`, projectId, date: '2024-01-10', isPass: true },
            ...{ failReason: null, cureBy: null, usualCheckYears: null },
          }),
          sampleRow('complianceCheck', {
            ...{ id: `checked-${projectId}`, projectId, date, isCompliant: true, failReason: null },
            ...{ nextAction: null, nextActionDate: null, forYear: 1 },
          }),
        ],
        { now: world.clock.now, newId: world.runtime.newId },
      ),
    )
}

/**
 * Plays the money of drawn rounds for half a year through the product: invoices, payments with all their faults, credit notes, interest,
 * deposits, passed checks, a new rate of VAT, a supplier who registers for VAT, failures, refunds and released buyers. Returns how often each happened.
 */
export const playMoney = async (world: World, r: RandomNumberGenerator, rounds: readonly DrawnRound[]) => {
  const { db } = world.store
  const issue = async () => {
    // One run of the job looks at some of what waits; many rounds need several.
    do await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
    while (await db.selectFrom('invoicing').select('itemId').executeTakeFirst())
    await settleAllDeposits.run({ runtime: world.runtime, files: world.files })
  }
  // In summer it is tomorrow in London by then.
  const set = (day: Day) => {
    world.clock.now = `${day}T23:30:00.000Z`
  }
  await sql`update organisation set iban = null where id <> 'operator'`.execute(db)
  const registrations = [
    { from: '2020-01-01', number: null },
    { from: '2026-05-01', number: 'GB123456782' },
  ]
  await sql`update organisation set vat_registrations = ${JSON.stringify(registrations)}::jsonb where id = 'estate'`.execute(
    db,
  )
  set('2026-02-03')
  const owner = new Map(rounds.flatMap(({ owners }) => [...owners]))
  const ownerOf = (id: string): string => owner.get(id)!
  await storeSettlements(
    world,
    rounds.map(({ market }) => market),
    { supplierOf: ownerOf, buyerOf: ownerOf },
  )
  for (const { market } of rounds)
    await world.store.transaction(tx =>
      tx.apply(
        PARTIES.map(organisationId =>
          sampleRow('participation', {
            ...{ id: `${organisationId}-${market.round.id}`, organisationId, roundId: market.round.id },
            ...{ status: 'Registered', capacity: organisationId === 'builder' ? 'Buyer' : 'Supplier' },
          }),
        ),
        { now: world.clock.now, newId: world.runtime.newId },
      ),
    )
  await askForDeposits(world, r, rounds)
  await pay(world, r, { on: ['2026-01-25', '2026-02-01'], tag: 'D' })
  await issue()
  set('2026-02-05')
  const credited = await credit(world, r)
  await issue()
  set('2026-04-02')
  await pay(world, r, { on: ['2026-02-20', '2026-03-25'], tag: 'A' })
  set('2026-05-10')
  // Files of tests share the rates, so the new one is taken out again.
  const rates = readVatRates() as VatRate[]
  rates.push({ from: '2026-05-01', tenths: 175 })
  try {
    await advanceSettlements(
      world,
      rounds.map(({ market }, at) => ageSettlement(market, at)),
      world.clock.now,
    )
    await issue()
    set('2026-06-12')
    await check(world, r, rounds)
    await issue()
    set('2026-07-02')
    const creditedLater = await credit(world, r)
    await pay(world, r, { on: ['2026-06-01', '2026-06-28'], tag: 'B' })
    await issue()
    const refunds = await refund(world, r, rounds)
    await chargeLateInterest.run({ runtime: world.runtime, files: world.files })
    set('2026-08-20')
    const released = await release(world, r)
    await issue()
    await pay(world, r, { on: ['2026-08-01', '2026-08-19'], tag: 'C' })
    await issue()
    return { credited: credited + creditedLater, refunds, released, ...(await postToAccounts(world, r)) }
  } finally {
    rates.pop()
  }
}
