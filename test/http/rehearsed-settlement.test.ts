import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unitsOnDate } from '#domain/credit/balance'
import { englishDayOf } from '@credit-market/values/dates'
import { penceOf } from '@credit-market/values/money'
import type { AccountPurpose } from '#domain/money/account'
import { listSettlementPostings, type MoneyPosting } from '#domain/money/settlement-postings'
import { readPostings } from '#server/money/books'
import type { ActionPreview } from '#contract/kit/form'
import type { MatchView } from '#contract/round/match'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, world, type World } from '../builders/world.ts'

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

describe('the preview of a settlement', () => {
  let market: World
  let operator: Person
  let rehearsal: ActionPreview
  beforeAll(async () => {
    market = await world({ from: openMatchedRound, works: false })
    operator = market.as('operator')
    rehearsal = await operator.rehearses('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
    await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  })
  afterAll(() => market.close())

  it('shows the statuses of the round and everything in it', () => {
    const { statuses = [] } = rehearsal.changes ?? {}
    expect(statuses).toContainEqual({
      kind: 'round',
      id: SOMERSET_ROUND.id,
      name: 'Round 1',
      from: 'Matched',
      to: 'Settled',
    })
    expect(new Set(statuses.map(({ kind, from, to }) => `${kind} ${from} ${to}`))).toContain(
      'requirement Bid RightsCreated',
    )
  })

  it('shows what happens to the credits, by type, status and units', async () => {
    const { credits = [] } = rehearsal.changes ?? {}
    const ended = credits.filter(({ to }) => to === null)
    const begun = credits.filter(({ from }) => from === null)
    expect(ended.length).toBeGreaterThan(0)
    expect(new Set(begun.map(({ to }) => to))).toContain('RightsCreated')
    const rows = await market.store.read.list('credit', {
      roundId: SOMERSET_ROUND.id ?? '',
      status: 'RightsCreated',
    })
    const created = begun.filter(({ to }) => to === 'RightsCreated')
    for (const day of rows.flatMap(row => row.unitsPerPeriod.map(({ start }) => start)))
      expect(sumOf(created.map(one => unitsOnDate(one, day)))).toBeCloseTo(
        sumOf(rows.map(row => unitsOnDate(row, day) / 10_000)),
      )
    expect(sumOf(created.map(({ units }) => units))).toBeCloseTo(
      sumOf(rows.map(row => unitsOnDate(row, englishDayOf(market.runtime.now())) / 10_000)),
    )
  })

  it('names the units as the ledger does after the settlement', async () => {
    const { credits = [] } = rehearsal.changes ?? {}
    const told = credits.filter(({ to }) => to === 'RightsCreated').flatMap(({ serials }) => serials)
    const rows = await market.store.read.list('credit', { roundId: SOMERSET_ROUND.id ?? '' })
    const ledger = await market.store.db
      .selectFrom('creditLedger')
      .select('serials')
      .where('toStatus', '=', 'RightsCreated')
      .where(
        'creditId',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set(ledger.flatMap(({ serials }) => serials)))
  })

  it('shows whose things it changes, and what is in the round', async () => {
    const { organisations = [], inRound = [] } = rehearsal.changes ?? {}
    const items = await market.store.read.list('project', { roundId: SOMERSET_ROUND.id ?? '' })
    const winners = items.filter(({ status }) => status === 'Matched')
    for (const { supplierId } of winners) expect(organisations.map(({ id }) => id)).toContain(supplierId)
    const matched = inRound.find(({ kind, status }) => kind === 'project' && status === 'Matched')
    expect(matched?.count).toBe(winners.length)
    for (const { creditType, count } of matched?.creditTypes ?? [])
      expect(count).toBe(winners.filter(({ creditTypes }) => creditTypes.includes(creditType)).length)
  })

  it('shows what the winners pay and receive, which adds up to zero', async () => {
    const payments = (rehearsal.changes?.money ?? []).filter(({ what }) => what === 'payment')
    expect(payments.length).toBeGreaterThan(1)
    expect(sumOf(payments.map(({ amount }) => amount ?? 0))).toBeCloseTo(0)
    const { totalPaid } = await operator.get<MatchView>('/api/round/RD-SOM-1/match')
    expect(sumOf(payments.map(({ amount }) => Math.max(0, amount ?? 0)))).toBeCloseTo(totalPaid ?? NaN)
    for (const { kind, id, quantities } of payments)
      expect(quantities.length, `${kind} ${id}`).toBeGreaterThan(0)
  })

  it('is posted to the books of money in the same transaction, as its match says', async () => {
    const { db, read } = market.store
    const roundId = SOMERSET_ROUND.id ?? ''
    const { problem, solution } = (await read.latest('matchResult', { roundId }))!
    const byItem = ({ itemId, purpose }: MoneyPosting) => `${itemId} ${purpose}`
    const inOrder = (postings: readonly MoneyPosting[]) =>
      postings.toSorted((a, b) => byItem(a).localeCompare(byItem(b)))
    const booked = await readPostings(db, { roundId })
    expect(inOrder(booked)).toMatchObject(inOrder(listSettlementPostings({ problem, solution: solution! })))
    const { totalPaid } = await operator.get<MatchView>(`/api/round/${roundId}/match`)
    const totalOf = (purpose: AccountPurpose) =>
      sumOf(booked.filter(one => one.purpose === purpose).map(({ amount }) => amount))
    expect(totalOf('due')).toBe(penceOf(totalPaid ?? NaN))
    expect([sumOf(booked.map(({ amount }) => amount)), totalOf('suspense')]).toEqual([0, 0])
    const batches = await sql<{ batch: number }>`select distinct batch from activity_row where
      (table_name = 'money_entry' and row_key = ${`settlement ${roundId}`})
      or (table_name = 'round' and row_key = ${roundId} and batch = (
        select max(batch) from activity_row where table_name = 'round' and row_key = ${roundId}))`.execute(db)
    expect(batches.rows).toHaveLength(1)
  })

  it('divides what each project receives by recipient, and names the part for maintenance', async () => {
    const payments = (rehearsal.changes?.money ?? []).filter(({ what }) => what === 'payment')
    const received = payments.filter(({ kind }) => kind === 'project')
    expect(received.length).toBeGreaterThan(0)
    for (const { id, amount, proceeds } of received) {
      const { costs } = (await market.store.read.one('project', id ?? ''))!
      expect(penceOf(proceeds?.marketOperator ?? -1), id ?? '').toBe(costs?.marketOperator)
      expect(penceOf(proceeds?.monitoring ?? -1), id ?? '').toBe(
        (costs?.complianceMonitoring ?? 0) + (costs?.performanceMonitoring ?? 0),
      )
      expect(penceOf(proceeds?.maintenance ?? -1), id ?? '').toBe(costs?.maintenance)
      const { supplier, marketOperator, monitoring } = proceeds!
      expect(sumOf([supplier, marketOperator, monitoring]), id ?? '').toBeCloseTo(-(amount ?? NaN))
    }
    for (const one of payments.filter(({ kind }) => kind === 'requirement'))
      expect(one).not.toHaveProperty('proceeds')
  })

  it('counts the emails, without their recipients', async () => {
    const { letters = [] } = rehearsal.changes ?? {}
    const sent = await market.store.db.selectFrom('mailOutbox').select(['letter', 'facts']).execute()
    const ofRound = sent.filter(
      ({ facts }) => facts.where === 'Somerset Levels Nature Market (demonstration), Round 1',
    )
    for (const letter of ['match-accepted', 'round-ended'])
      expect(sumOf(letters.filter(one => one.letter === letter).map(({ count }) => count)), letter).toBe(
        ofRound.filter(one => one.letter === letter).length,
      )
    expect(letters.map(one => Object.keys(one).toSorted())).toEqual(
      letters.map(() => ['count', 'letter', 'readers']),
    )
    // Agents are notified of their clients’ results, and participants of their own.
    expect(new Set(letters.map(({ readers }) => readers))).toEqual(new Set(['PARTICIPANT', 'AGENT']))
  })
})
