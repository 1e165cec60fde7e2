import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePaymentFile } from '#domain/money/payment-file'
import { STATEMENT_HEADINGS } from '#domain/money/statement'
import { readCamtStatement } from '#server/files/bank-statement'
import { findSchemaErrors } from './judge.ts'
import { OWN_ACCOUNT } from './lives.ts'

const INVOICES = `Number,Kind,Organisation,For,Open (GBP),Payment reference
INV-000001,Invoice,Smith & Sons,Homes,100.50,RF60INV000001
INV-000002,Invoice,Builders,Homes,0,RF33INV000002
SBI-000001,Self-billed invoice,The farm,Sedge,80,RF56SBI000001
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bank-in-a-folder-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bank = (...options: string[]): string =>
  execFileSync(process.execPath, ['tools/bank-in-a-folder.ts', folder, ...options], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
const statementsOf = (play: number): string[] =>
  readdirSync(folder)
    .filter(name => name.startsWith(`play-${play}-`))
    .map(name => readFileSync(join(folder, name), 'utf8'))
const rowsOf = (statement: string) => {
  const table = readCamtStatement(Buffer.from(statement))
  if (typeof table === 'string') throw new Error(table)
  const { amount, reference, endToEndId, partyName } = STATEMENT_HEADINGS
  return table.rows.map(({ cells }) => [
    cells[amount],
    cells[partyName],
    `${cells[reference]} ${cells[endToEndId]}`.toUpperCase().replaceAll(' ', ''),
  ])
}

describe('the bank in a folder', () => {
  it('needs the account of the market operator', () => {
    expect(() => bank()).toThrow('--account needs the IBAN of the market operator')
  })

  it('lets buyers pay what is open, in statements that the schema accepts', async () => {
    const invoices = join(folder, 'invoices.csv')
    writeFileSync(invoices, INVOICES)
    const said = bank(
      '--account',
      OWN_ACCOUNT,
      '--invoices',
      invoices,
      '--no-faults',
      '--day',
      '2026-06-01',
      '--balance',
      '250.25',
    )
    expect(said).toContain('The bank wrote 1 lines')
    const [statement = ''] = statementsOf(1)
    expect(await findSchemaErrors('camt.053.001.08', statement)).toEqual([])
    expect(statement.match(/<Amt Ccy="GBP">[\d.]+<\/Amt>/g)).toEqual([
      ...['250.25', '350.75', '100.50'].map(amount => `<Amt Ccy="GBP">${amount}</Amt>`),
    ])
    expect(rowsOf(statement)).toEqual([
      ['100.50', 'Smith & Sons', expect.stringContaining('RF60INV000001') as string],
    ])
  })

  it('makes the payments of a payment file, once', () => {
    const run = {
      id: 'run',
      approvedAt: '2026-06-01T09:00:00.000Z',
      account: OWN_ACCOUNT,
      payerName: 'Market',
    }
    const payment = { invoiceId: 'SBI-000001', payeeName: 'The farm', iban: 'GB82WEST12345698765432' }
    const order = { ...payment, amount: 8000, endToEndId: 'RF56SBI000001P1' }
    writeFileSync(join(folder, 'payments.xml'), writePaymentFile(run, [order]))
    bank('--no-faults')
    expect(statementsOf(2).flatMap(rowsOf)).toEqual([
      ['-80.00', 'The farm', expect.stringContaining('RF56SBI000001') as string],
    ])
    expect(bank('--no-faults')).toContain('nothing to do')
  })
})
