import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountsView } from '#contract/money/money'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import type { Bill } from '../../tools/bank-in-a-folder/draw.ts'
import { matchedRound } from '../http/settled.ts'
import { startWorld, type World } from '../http/world.ts'
import { canBeCertain, type DrawnParty, drawLife } from './lives.ts'

/** The everyday run plays few lives in a database; SOAK_LIVES_IN_BOOKS sets how many a long run does. */
const LIVES = Number(process.env.SOAK_LIVES_IN_BOOKS) || 8
const PARTIES = ['builder', 'farm', 'estate']

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

/** Issues an invoice like the first of its kind, of another amount and without VAT. */
const issue = async ({ number, kind, party, open }: Bill): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
    select issuer_id, kind, round_id, ${party}, item_kind, item_id, purpose, event, issued_at, due, ${open}::bigint, 0, content ||
      jsonb_build_object('lines', jsonb_build_array(content -> 'lines' -> 0 || jsonb_build_object('amount', ${open}::bigint)),
        'taxes', jsonb_build_array(content -> 'taxes' -> 0 || jsonb_build_object('net', ${open}::bigint, 'vat', 0)))
    from invoice where id = ${kind === 'invoice' ? 'INV-000001' : 'SBI-000001'} returning id`.execute(
    world.store.db,
  )
  expect(rows).toEqual([{ id: number }])
}

const countOf = async (kind: Bill['kind']): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoice where kind = ${kind}`.execute(world.store.db)
  return rows[0]!.count
}

const record = async ({ id, recorded }: DrawnParty): Promise<void> => {
  await sql`update organisation set iban = ${recorded}, iban_set_at = clock_timestamp() where id = ${id}`.execute(
    world.store.db,
  )
}

const upload = async (content: string) => {
  const boundary = 'the-boundary-of-parts'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="submission"\r\n\r\n${JSON.stringify({ values: {} })}\r\n--${boundary}\r\ncontent-disposition: form-data; name="statement"; filename="s.xml"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const url = '/api/bank-lines/action/UploadBankStatement'
  const answer = await world.ask('olga', url, { method: 'POST', headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Payments of a line as stored, by the bank's own reference. */
const readBooked = async (bankReference: string) => {
  const { rows } = await sql<{ rest: number; invoiceId: string | null; amount: number | null }>`
    select rest, invoice_id as "invoiceId", payment.amount from bank_line left join payment on bank_line_id = bank_line.id
    where bank_reference = ${bankReference}`.execute(world.store.db)
  return rows
}

describe('a life with the test bank, in the books', () => {
  it(`plays ${LIVES} lives: nothing is booked wrongly, and what is certain needs no person`, async () => {
    const counts = { certain: 0, booked: 0 }
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const before = { invoice: await countOf('invoice'), selfBilled: await countOf('selfBilled') }
      const life = drawLife(seed, PARTIES, before)
      for (const party of life.parties) await record(party)
      for (const bill of life.bills) await issue(bill)
      for (const statement of life.statements) await upload(statement)
      for (const played of life.lines) {
        const booked = await readBooked(played.bankReference)
        expect(booked.length, played.bankReference).toBeGreaterThan(0)
        for (const { invoiceId, amount } of booked) {
          if (invoiceId === null || amount === null) continue
          const meant = played.truth.find(({ number }) => number === invoiceId)
          expect(meant, `seed ${seed}: ${JSON.stringify(played)} is booked to ${invoiceId}`).toBeDefined()
          expect(Math.abs(amount)).toBeLessThanOrEqual(Math.abs(meant!.amount))
        }
        if (!canBeCertain(life, played)) continue
        counts.certain += 1
        counts.booked += Number(booked[0]?.rest === 0)
      }
    }
    console.log(`${counts.certain} lines can be certain, ${counts.booked} are booked without a person`)
    expect(counts.booked / counts.certain).toBeGreaterThanOrEqual(0.95)
  })

  it('leaves books that add up to zero, and an integrity check that finds nothing', async () => {
    const answer = await world.ask('olga', '/api/accounts')
    const { accounts } = answer.json<AccountsView>()
    expect(accounts.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0)).toBe(0)
    expect(accounts.filter(({ purpose, balance }) => purpose === 'suspense' && balance !== 0)).toEqual([])
    const { differences } = await world.store.db
      .transaction()
      .execute(trx => runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck]))
    // The drawn invoices are of one round, and for more than it settled.
    expect(differences.filter(({ why }) => why !== 'is for more than what its round settled')).toEqual([])
  })
})
