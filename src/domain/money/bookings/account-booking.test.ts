import { describe, expect, it } from 'vitest'
import { BOOKABLE_ACCOUNTS, fundAfter, fundObstacle, isBookable } from './account-booking.ts'

const funds = { compliance: 50_000, performance: 0 }

describe('accounts of a bank line', () => {
  it('are all of them, and interest of the bank only for money that came in', () => {
    expect(BOOKABLE_ACCOUNTS.filter(id => isBookable(id, 1))).toEqual(BOOKABLE_ACCOUNTS)
    expect(BOOKABLE_ACCOUNTS.filter(id => !isBookable(id, -1))).toEqual(['bankInterest'])
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
