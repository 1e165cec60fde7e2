import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { type Cost, type Figures, grownCosts, ledgerText, readLedger, renewedTables } from './ledger.ts'

const NAME = 'operator /api/home'
const table = (figures: Figures, more: Partial<Cost> = {}) => [
  { title: 'Addresses', about: 'Reads.', costs: [{ name: NAME, figures, ...more }] },
]
const RECORDED = { statements: 20, 'blocks at 10,000': 100, exponent: 0.1, bytes: 9803 }

describe('the ledger of costs', () => {
  it('refuses a figure that has grown by more than a tenth, and names address, figure, both values and the command', () => {
    expect(grownCosts(table(RECORDED), table({ ...RECORDED, statements: 23 }))).toEqual([
      'Addresses, operator /api/home: statements was 20 and is 23. If it has to be so, npm run costs records it',
    ])
    expect(grownCosts(table(RECORDED), table({ ...RECORDED, bytes: 10_784 }))).toEqual([
      'Addresses, operator /api/home: bytes was 9,803 and is 10,784. If it has to be so, npm run costs records it',
    ])
  })

  it('accepts a tenth more, half as many blocks of the small market, and two statements, sixteen blocks or 256 bytes more of anything', () => {
    const grown = { statements: 22, 'blocks at 10,000': 150, exponent: 0.3, bytes: 10_783 }
    expect(grownCosts(table(RECORDED), table(grown))).toEqual([])
    const few = { statements: 1, 'blocks at 10,000': 1, bytes: 1 }
    const slightlyMore = { statements: 3, 'blocks at 10,000': 17, bytes: 257 }
    expect(grownCosts(table(few), table(slightlyMore))).toEqual([])
    expect(grownCosts(table(few), table({ ...slightlyMore, 'blocks at 10,000': 18 }))).toHaveLength(1)
  })

  it('refuses an exponent above 0.3 even after it is recorded, unless the line is marked as a debt', () => {
    const large = table({ ...RECORDED, exponent: 0.8 })
    expect(grownCosts(large, large)).toEqual([
      'Addresses, operator /api/home: exponent was 0.80 and is 0.80. A debt is marked by hand, and may only fall',
    ])
    const debt = table({ ...RECORDED, exponent: 0.8 }, { isDebt: true })
    expect(grownCosts(debt, large)).toEqual([])
    expect(grownCosts(debt, table({ ...RECORDED, exponent: 0.91 }))).toHaveLength(1)
  })

  it('keeps the mark of a debt until it is paid, and marks none itself', () => {
    const debt = table({ ...RECORDED, exponent: 0.8 }, { isDebt: true })
    const isDebtAfter = (recorded: typeof debt, exponent: number) =>
      renewedTables(recorded, table({ ...RECORDED, exponent }))[0]?.costs[0]?.isDebt
    expect(isDebtAfter(debt, 0.7)).toBe(true)
    expect(isDebtAfter(debt, 0.2)).toBe(false)
    expect(isDebtAfter(table(RECORDED), 0.7)).toBe(false)
  })

  it('records what has grown or fallen, and keeps what differs as one market differs from the next', () => {
    const recordedAfter = (figures: Figures) =>
      renewedTables(table(RECORDED), table(figures))[0]?.costs[0]?.figures
    const alike = { statements: 19, 'blocks at 10,000': 109, exponent: 0.12, bytes: 9700 }
    expect(recordedAfter(alike)).toEqual(RECORDED)
    const different = { statements: 17, 'blocks at 10,000': 33, exponent: -0.05, bytes: 8000 }
    expect(recordedAfter(different)).toEqual(different)
    expect(recordedAfter({ ...RECORDED, statements: 24 })).toEqual({ ...RECORDED, statements: 24 })
    expect(recordedAfter({ ...RECORDED, exponent: 0.25 })).toEqual({ ...RECORDED, exponent: 0.25 })
  })

  it('refuses a line or figure that is not recorded', () => {
    expect(grownCosts([], table(RECORDED))).toHaveLength(1)
    expect(grownCosts(table({ statements: 20 }), table({ statements: 20, bytes: 300 }))).toHaveLength(1)
  })

  it('allows noisy figures a quarter or half', () => {
    const large = (blocks: number) => table({ 'blocks at 100,000': blocks })
    expect(grownCosts(large(200), large(300))).toEqual([])
    expect(grownCosts(large(200), large(301))).toHaveLength(1)
    const memory = (value: number) => [
      { title: 'Memory', about: '', costs: [{ name: 'memory at rest, MB', figures: { value } }] },
    ]
    expect(grownCosts(memory(200), memory(250))).toEqual([])
    expect(grownCosts(memory(200), memory(251))).toHaveLength(1)
  })

  it('is read as it is written', () => {
    const text = readFileSync(join(projectRoot, 'docs/costs.md'), 'utf8')
    expect(ledgerText(readLedger(text))).toBe(text)
  })
})
