import { describe, expect, it } from 'vitest'
import { isShown, judge } from '../kit/judge.ts'
import { facts } from '#test/builders/act'
import { setPreMarketReviewOutcome } from './set-pre-market-review-outcome.ts'

const report = { id: 'document', name: 'report.pdf' }

describe('the pre-market review outcome', () => {
  it('the pre-market review outcome needs a reason or a report, or both, on Fail or Pending', () => {
    for (const outcome of ['Fail', 'Pending']) {
      expect(Object.values(judge(setPreMarketReviewOutcome, { outcome }, facts()))).toEqual([
        'Must provide a reason or a report, or both',
      ])
      expect(judge(setPreMarketReviewOutcome, { outcome, reason: 'Too wet' }, facts())).toEqual({})
      expect(judge(setPreMarketReviewOutcome, { outcome, report }, facts())).toEqual({})
    }
  })

  it('the pre-market review asks for nothing but the outcome on Pass', () => {
    for (const field of ['reason', 'report'])
      expect(isShown(setPreMarketReviewOutcome, field, { outcome: 'Pass' }, facts())).toBe(false)
    expect(judge(setPreMarketReviewOutcome, { outcome: 'Pass' }, facts())).toEqual({})
  })
})
