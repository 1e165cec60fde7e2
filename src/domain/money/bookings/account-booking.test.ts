import { describe, expect, it } from 'vitest'
import { BOOKABLE_ACCOUNTS, fundAfter, fundObstacle, listBookableAccounts } from './account-booking.ts'

const funds = { compliance: 50_000, performance: 0 }

describe('accounts of a bank line', () => {
  it('are all of them in some direction, and interest of the bank only for money that came in', () => {
    const [out, into] = [-1, 1].map(amount => listBookableAccounts(amount).map(({ id }) => id))
    expect(out).toEqual(BOOKABLE_ACCOUNTS.filter(id => id !== 'bankInterest'))
    expect(into).toEqual(BOOKABLE_ACCOUNTS)
  })

  it('have another name for money that left than for money that came in', () => {
    const names = [-1, 1].flatMap(amount => listBookableAccounts(amount).map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a fund for checks', () => {
  it('pays what it holds, and not a penny more', () => {
    expect(fundObstacle(funds, { purpose: 'compliance', amount: -50_000 })).toBeNull()
    expect(fundObstacle(funds, { purpose: 'compliance', amount: -50_001 })).toBe(
      'Only £500.00 is in the account “Held for compliance checks”',
    )
    expect(fundObstacle(funds, { purpose: 'performance', amount: -1 })).toContain('Only £0.00')
  })

  it('takes what comes back, and limits no other account', () => {
    expect(fundAfter(funds, { purpose: 'performance', amount: 700 })).toEqual({ before: 0, after: 700 })
    expect(fundObstacle(funds, { purpose: 'performance', amount: 1 })).toBeNull()
    expect(fundObstacle(funds, { purpose: 'vat', amount: -9_000_000 })).toBeNull()
    expect(fundAfter(funds, { purpose: 'vat', amount: -1 })).toBeNull()
  })
})
