import { sha256 } from '@credit-market/matching/formats/sha256'
import { describe, expect, it } from 'vitest'
import type { BankLine, Payment } from '#domain/money/bank-line'
import { bookStatement } from '#domain/money/book-statement'
import { readStatementLines } from '#domain/money/statement'
import { readCamtStatement } from '#server/files/bank-statement'
import { findSchemaErrors } from './judge.ts'
import { canBeCertain, drawLife, type Life, OWN_ACCOUNT } from './lives.ts'

/** The everyday run plays some lives; SOAK_LIVES sets how many a long run does. */
const LIVES = Number(process.env.SOAK_LIVES) || 300
const JUDGED = Math.min(LIVES, 20)

type Booked = Omit<BankLine, 'version'>
type Paid = Omit<Payment, 'version'>

/** Uploads all statements of a life one after another, as the product does. */
const live = ({ parties, bills, statements }: Life) => {
  const lines: Booked[] = []
  const payments: Paid[] = []
  let ids = 0
  const paidOf = (id: string) =>
    payments.reduce((sum, { invoiceId, amount }) => sum + (invoiceId === id ? amount : 0), 0)
  for (const statement of statements) {
    const table = readCamtStatement(Buffer.from(statement))
    if (typeof table === 'string') throw new Error(table)
    const read = readStatementLines(table, OWN_ACCOUNT, sha256)
    if (typeof read === 'string') throw new Error(read)
    const reversed = new Set(payments.map(({ reversesId }) => reversesId))
    const booked = bookStatement(
      read,
      {
        ownAccount: OWN_ACCOUNT,
        there: lines,
        invoices: bills.map(({ number, kind, party, open }) => ({
          ...{ id: number, kind, partyId: party, total: open, open: open - Math.abs(paidOf(number)) },
        })),
        holders: parties.map(({ id, recorded }) => ({ id, iban: recorded })),
        standing: payments.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id)),
      },
      {
        uploadedBy: 'olga',
        statementId: 'statement',
        now: '2026-07-01T09:00:00.000Z',
        newId: () => String((ids += 1)),
      },
    )
    if (typeof booked === 'string') throw new Error(booked)
    lines.push(...booked.lines)
    payments.push(...booked.payments)
  }
  return { lines, payments, paidOf }
}

describe('a life with the test bank', () => {
  const counts = { all: 0, booked: 0, certain: 0, certainBooked: 0 }

  it(`books ${LIVES} lives so that everything is explained and nothing is booked wrongly`, () => {
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const life = drawLife(seed)
      const { lines, payments, paidOf } = live(life)
      expect(lines.length, `lines of seed ${seed}`).toBe(life.lines.length)
      for (const { number, kind, open } of life.bills) {
        const paid = kind === 'invoice' ? paidOf(number) : 0 - paidOf(number)
        if (paid < 0 || paid > open)
          throw new Error(`seed ${seed}: ${number} is paid with ${paid} of ${open}`)
      }
      for (const played of life.lines) {
        const line = lines.find(one => one.bankReference === played.bankReference)!
        const its = payments.filter(({ bankLineId }) => bankLineId === line.id)
        if (line.rest + its.reduce((sum, { amount }) => sum + amount, 0) !== played.amount)
          throw new Error(`seed ${seed}: ${played.bankReference} does not add up`)
        for (const { invoiceId, amount } of its) {
          const meant = played.truth.find(({ number }) => number === invoiceId)
          if (!meant || Math.abs(amount) > Math.abs(meant.amount))
            throw new Error(
              `seed ${seed}: ${JSON.stringify(played)} is booked to ${invoiceId} with ${amount}`,
            )
        }
        const isCertain = canBeCertain(life, played)
        counts.all += 1
        counts.booked += Number(line.rest === 0)
        counts.certain += Number(isCertain)
        counts.certainBooked += Number(isCertain && line.rest === 0)
      }
    }
  })

  it('needs no person for at least 95 percent of the lines that can be certain', () => {
    const share = counts.certainBooked / counts.certain
    console.log(
      `${counts.all} lines, ${((100 * counts.booked) / counts.all).toFixed(1)} % booked without a person; ` +
        `${counts.certain} can be certain, ${(100 * share).toFixed(2)} % of them booked`,
    )
    expect(share).toBeGreaterThanOrEqual(0.95)
    expect(counts.certain).toBeGreaterThan(counts.all / 2)
  })

  it('has statements that the schema of ISO 20022 accepts', async () => {
    const statements = Array.from({ length: JUDGED }, (_, at) => drawLife(at + 1).statements).flat()
    expect(await findSchemaErrors('camt.053.001.08', ...statements)).toEqual([])
    const broken = statements[0]!.replace('<MsgId>', '<Id>').replace('</MsgId>', '</Id>')
    expect(await findSchemaErrors('camt.053.001.08', broken)).not.toEqual([])
  })
})
