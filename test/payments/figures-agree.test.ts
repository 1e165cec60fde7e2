import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { InvoiceRow } from '#contract/money/invoice'
import type { AccountsView, MoneyView, RoundBooks } from '#contract/money/money'
import type { MoneyOverview } from '#contract/money/overview'
import type { AccountStatement } from '#contract/money/statement'
import type { ResultView } from '#contract/round/result'
import { ACCOUNT_PURPOSES, ACCOUNT_TEXTS, type AccountPurpose } from '#domain/money/account'
import { readAgedDocuments } from '#server/money/aged'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { englishDayOf } from '@credit-market/values/dates'
import { startWorld, type World } from '../http/world.ts'
import { drawnMarketRows, drawSettledRound, PARTIES } from './drawn-rounds.ts'
import { findUnexplained } from './explained.ts'
import { findDueDifferences, findVatDifferences } from './due-and-vat.ts'
import { findPaperDifferences, pence, readPdfText } from './papers.ts'
import { type Posting, readAllPostings } from './postings.ts'
import { playMoney } from './played-money.ts'

/** The everyday run plays a few rounds; SOAK_MONEY sets how many a long run does. */
const ROUNDS = Number(process.env.SOAK_MONEY) || 10
/** Every so many documents one is read as PDF and judged by the official rules, which takes longer. */
const PAPERS_EVERY = Math.max(4, Math.ceil(ROUNDS / 50))

const rounds = Array.from({ length: ROUNDS }, (_, at) => drawSettledRound(at + 1))
const USERS = { farm: 'fay', estate: 'eve', builder: 'bob' } as const

let world: World
let postings: Posting[] = []
let counts: Awaited<ReturnType<typeof playMoney>>
beforeAll(async () => {
  world = await startWorld(...drawnMarketRows())
  counts = await playMoney(world, createSeededRandom(7), rounds)
  postings = await readAllPostings(world)
}, 3_600_000)
afterAll(() => world?.close())

const read = async <T>(url: string, who = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
  return answer.json<T>()
}
const table = async (url: string, who = 'olga'): Promise<string[][]> =>
  parse((await world.ask(who, url)).body, { bom: true })

const sum = (its: readonly Posting[]): number => its.reduce((all, { amount }) => all + amount, 0)
const ofParty = (its: readonly Posting[], id: string) => its.filter(({ partyId }) => partyId === id)
const ofPurpose = (its: readonly Posting[], ...purposes: AccountPurpose[]) =>
  its.filter(({ purpose }) => purposes.includes(purpose))

const readInvoices = async (query = ''): Promise<InvoiceRow[]> => {
  const rows: InvoiceRow[] = []
  let url: string | null = `/api/invoices?limit=200${query}`
  while (url !== null) {
    const { items, next }: { items: InvoiceRow[]; next: string | null } = await read(url)
    rows.push(...items)
    url = next === null ? null : `/api/invoices?limit=200${query}&cursor=${encodeURIComponent(next)}`
  }
  return rows
}

describe(`the money of ${ROUNDS} drawn rounds`, { timeout: 3_600_000 }, () => {
  it('is played, and the integrity check finds nothing', async () => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::integer as count from invoice group by 1 order by 1`.execute(world.store.db)
    console.log(JSON.stringify({ rounds: ROUNDS, postings: postings.length, ...counts, documents: rows }))
    expect(rows.map(({ kind }) => kind)).toEqual([
      'creditNote',
      'deposit',
      'depositReturn',
      'interest',
      'invoice',
      'refund',
      'selfBilled',
    ])
    const { differences } = await world.store.db
      .transaction()
      .execute(trx => runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck]))
    expect(differences).toEqual([])
    expect(sum(ofPurpose(postings, 'suspense'))).toBe(0)
  })

  it('is the same in the books of each round, as page and as CSV, and in each result', async () => {
    for (const { market } of rounds) {
      const { id } = market.round
      const its = postings.filter(({ roundId, kind }) => roundId === id && kind !== 'payment')
      if (its.length === 0) continue
      const { items, totals, due } = await read<RoundBooks>(`/api/round/${id}/books`)
      for (const purpose of ACCOUNT_PURPOSES)
        expect(pence(totals[purpose]), `${id} ${purpose}`).toBe(sum(ofPurpose(its, purpose)))
      expect(ACCOUNT_PURPOSES.reduce((all, purpose) => all + pence(totals[purpose]), 0)).toBe(0)
      for (const { item, amounts } of items)
        for (const purpose of ACCOUNT_PURPOSES)
          expect(pence(amounts[purpose])).toBe(
            sum(ofPurpose(its, purpose).filter(({ itemId }) => itemId === item.id)),
          )
      const [, ...lines] = await table(`/api/round/${id}/books?format=csv`)
      expect(lines.map(line => line.slice(2).map(Number))).toEqual(
        [...items.map(({ amounts }) => amounts), totals].map(of =>
          ACCOUNT_PURPOSES.map(purpose => of[purpose]),
        ),
      )
      const first = its.filter(({ kind }) => kind === 'settlement')
      expect(due.reduce((all, one) => all + pence(one.fromBuyers), 0)).toBe(sum(ofPurpose(first, 'due')))
      expect(due.reduce((all, one) => all + pence(one.toSuppliers), 0)).toBe(
        0 - sum(ofPurpose(first, 'payable', 'maintenance')),
      )
      for (const party of PARTIES) {
        const own = ofParty(first, party)
        if (own.length === 0) continue
        const result = await read<ResultView>(`/api/round/${id}/result?organisationId=${party}`)
        expect(pence(result.payment), `${id} ${party}`).toBe(sum(own))
        expect(pence(result.proceeds?.supplier ?? 0)).toBe(0 - sum(ofPurpose(own, 'payable', 'maintenance')))
        expect(pence(result.proceeds?.maintenance ?? 0)).toBe(0 - sum(ofPurpose(own, 'maintenance')))
        expect(pence(result.proceeds?.marketOperator ?? 0)).toBe(0 - sum(ofPurpose(own, 'operator')))
        expect(pence(result.proceeds?.monitoring ?? 0)).toBe(
          0 - sum(ofPurpose(own, 'compliance', 'performance')),
        )
      }
    }
  })

  it('is the same on the page, the statement, and the home page of each organisation', async () => {
    for (const party of PARTIES) {
      const its = ofParty(postings, party)
      const own = its.filter(({ organisationId }) => organisationId === party)
      const first = its.filter(({ kind }) => kind === 'settlement')
      const url = `/api/money?organisationId=${party}`
      const money = await read<MoneyView>(url)
      expect(pence(money.pays)).toBe(sum(ofPurpose(first, 'due')))
      expect(pence(money.receivesNow)).toBe(0 - sum(ofPurpose(first, 'payable')))
      expect(pence(money.receivesLater)).toBe(0 - sum(ofPurpose(first, 'maintenance')))
      expect(pence(money.forOthers)).toBe(0 - sum(ofPurpose(first, 'operator', 'compliance', 'performance')))
      const paid = own.filter(({ kind }) => kind === 'payment')
      expect(pence(money.paid)).toBe(0 - sum(ofPurpose(paid, 'due', 'deposits')))
      expect(pence(money.received)).toBe(sum(ofPurpose(paid, 'payable', 'maintenance')))
      for (const key of ['pays', 'receivesNow', 'receivesLater', 'forOthers'] as const)
        expect(money.rounds.reduce((all, one) => all + pence(one[key]), 0)).toBe(pence(money[key]))
      for (const purpose of ['due', 'payable', 'maintenance'] as const)
        expect(
          money.instalments.reduce(
            (all, one) => (one.purpose === purpose ? all + pence(one.amount) : all),
            0,
          ),
        ).toBe(Math.abs(sum(ofPurpose(first, purpose))))
      expect(pence(money.statement.at(-1)?.balance ?? 0)).toBe(sum(own))
      expect((await table(`${url}&format=csv`)).slice(1).map(line => line.slice(5).map(Number))).toEqual(
        money.statement.map(({ debit, credit, balance }) => [debit, credit, balance]),
      )
      const open = await readInvoices(`&isOpen=true&partyId=${party}`)
      const openOf = (...kinds: string[]) =>
        open.reduce((all, one) => (kinds.includes(one.documentKind) ? all + pence(one.open) : all), 0)
      expect([pence(money.openToPay), pence(money.openToReceive)]).toEqual([
        openOf('invoice', 'interest', 'deposit'),
        openOf('selfBilled', 'refund', 'depositReturn'),
      ])
      const statement = `/api/money/statement?organisationId=${party}`
      const whole = await read<AccountStatement>(statement)
      expect([pence(whole.closing), pence(whole.debits) - pence(whole.credits)]).toEqual([sum(own), sum(own)])
      expect((await table(`${url}&format=csv`)).slice(1).map(([on]) => on)).toEqual(
        whole.lines.map(({ on }) => on),
      )
      const until = await read<AccountStatement>(`${statement}&until=2026-05-31`)
      const from = await read<AccountStatement>(`${statement}&from=2026-06-01`)
      expect([until.opening, until.closing, from.closing]).toEqual([0, from.opening, whole.closing])
      expect(Number((await table(`${statement}&format=csv`)).at(-1)?.at(-1))).toBe(whole.closing)
      if (ROUNDS > 20 || party === 'moor') continue
      const pdf = await world.ask('olga', `${statement}&format=pdf`)
      expect(readPdfText(pdf.rawPayload)).toContain(
        Math.abs(whole.closing).toLocaleString('en-GB', { minimumFractionDigits: 2 }),
      )
    }
    for (const [party, user] of Object.entries(USERS)) {
      const [home, money] = [
        await read<HomeView>('/api/home', user),
        await read<MoneyView>('/api/money', user),
      ]
      expect(money.organisation.id).toBe(party)
      expect({ ...home }).toMatchObject({
        ...{ paid: money.paid, received: money.received },
        ...{ nextPaid: money.nextPaid, nextReceived: money.nextReceived },
      })
    }
  })

  it('is the same in the list of accounts, the journal, and the pages of the market operator', async () => {
    const { accounts } = await read<AccountsView>('/api/accounts')
    for (const { id, debit, credit, balance } of accounts) {
      const its = postings.filter(({ accountId }) => accountId === id)
      expect([pence(balance), pence(debit) - pence(credit)], id).toEqual([sum(its), sum(its)])
    }
    expect(accounts.reduce((all, { balance }) => all + pence(balance), 0)).toBe(0)
    expect(
      (await table('/api/accounts?format=csv')).slice(1, -1).map(line => line.slice(2, 5).map(Number)),
    ).toEqual(accounts.map(({ debit, credit, balance }) => [debit, credit, balance]))
    const journal = (await table('/api/journal')).slice(1)
    expect(journal).toHaveLength(postings.length)
    const invoiceOf = new Map(
      (
        await sql<{
          id: string
          invoiceId: string
        }>`select id, invoice_id as "invoiceId" from payment`.execute(world.store.db)
      ).rows.map(({ id, invoiceId }) => [id, invoiceId]),
    )
    for (const [entry = '', , , , , , , , document] of journal) {
      const [kind, id = ''] = entry.split(' ')
      if (kind === 'settlement') expect(document).toBe('')
      else if (kind === 'bank' || kind === 'booking') expect(document).not.toBe('')
      else expect(document, entry).toBe(kind === 'payment' ? invoiceOf.get(id) : id)
    }
    for (const purpose of ACCOUNT_PURPOSES)
      expect(
        journal.reduce(
          (all, line) =>
            line[4] === ACCOUNT_TEXTS[purpose].label
              ? all + pence(Number(line[9])) - pence(Number(line[10]))
              : all,
          0,
        ),
      ).toBe(sum(ofPurpose(postings, purpose)))
    expect(counts.posted).toBeGreaterThan(counts.takenBack)
    expect(ofPurpose(postings, 'bankCharges', 'bankInterest', 'transfers').length).toBeGreaterThan(0)
    const home = await read<HomeView>('/api/home')
    expect(home.money).toEqual(
      expect.arrayContaining([
        { what: 'Due from buyers', amount: sum(ofPurpose(postings, 'due')) / 100 },
        { what: 'Owed to suppliers', amount: sum(ofPurpose(postings, 'payable', 'maintenance')) / -100 },
      ]),
    )
    const overview = await read<MoneyOverview>('/api/money/overview')
    const open = await readInvoices('&isOpen=true')
    const openOf = (...kinds: string[]) => {
      const its = open.filter(({ documentKind }) => kinds.includes(documentKind))
      return { count: its.length, amount: its.reduce((all, one) => all + pence(one.open), 0) / 100 }
    }
    expect(overview.fromBuyers).toMatchObject(openOf('invoice', 'interest'))
    expect(overview.toPayOut).toMatchObject(openOf('selfBilled', 'refund', 'depositReturn'))
    expect(pence(overview.waitingLines.amount)).toBeGreaterThan(0)
    expect(overview.held).toBe(
      overview.heldByYear.reduce((all, { due }) => all + pence(due), pence(overview.heldWithoutYear)) / 100,
    )
  })

  it('is the same in the figures for VAT, and what is due by age', async () => {
    expect(await findVatDifferences({ read, table }, await readInvoices(), postings)).toEqual([])
    expect(await findDueDifferences(read, await readInvoices('&isOpen=true'), postings)).toEqual([])
  })

  it('is the same by age now and at the end of today, added up from all documents and payments', async () => {
    const { db } = world.store
    const today = englishDayOf(world.clock.now)
    expect(await readAgedDocuments(db, today, today)).toEqual(await readAgedDocuments(db, today, null))
  })

  it('is explained on every account of a buyer or supplier: it waits for an event, or is open on a document', async () => {
    expect(await findUnexplained(world.store.db, read)).toEqual([])
  })

  it('is the same on each document: its page, row, CSV, XML and PDF, and its postings', async () => {
    const rows = await readInvoices()
    const [, ...lines] = await table('/api/invoices?format=csv')
    expect(new Map(lines.map(([name, ...line]) => [name, line.slice(5, 10).map(Number)]))).toEqual(
      new Map(rows.map(one => [one.name, [one.net, one.vat, one.total, one.paid, one.open]])),
    )
    const differences: string[] = []
    for (const [at, row] of rows.entries())
      differences.push(...(await findPaperDifferences(world, row, at % PAPERS_EVERY === 0)))
    expect(differences).toEqual([])
    for (const { id, vat, documentKind, item } of rows) {
      const own = postings.filter(one => one.entryId === `invoice ${id}` && one.organisationId !== null)
      expect(sum(own), id).toBe(pence(vat) * (item.kind === 'requirement' ? 1 : -1) || 0)
      expect(documentKind).toBeTruthy()
    }
  })
})
