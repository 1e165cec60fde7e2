import { describe, expect, it } from 'vitest'
import { isFieldVisible, validateAnswers } from '../kit/judge.ts'
import { createFormFacts } from '#test/builders/act'
import { setPreMarketReviewOutcome } from './set-pre-market-review-outcome.ts'

const report = { id: 'document', name: 'report.pdf' }

describe('the pre-market review outcome', () => {
  it('needs a reason or a report, or both, on Fail or Pending', () => {
    for (const outcome of ['Fail', 'Pending']) {
      expect(
        Object.values(validateAnswers(setPreMarketReviewOutcome, { outcome }, createFormFacts())),
      ).toEqual(['Must provide a reason or a report, or both'])
      expect(
        validateAnswers(setPreMarketReviewOutcome, { outcome, reason: 'Too wet' }, createFormFacts()),
      ).toEqual({})
      expect(validateAnswers(setPreMarketReviewOutcome, { outcome, report }, createFormFacts())).toEqual({})
    }
  })

  it('needs only the outcome on Pass', () => {
    for (const field of ['reason', 'report'])
      expect(isFieldVisible(setPreMarketReviewOutcome, field, { outcome: 'Pass' }, createFormFacts())).toBe(
        false,
      )
    expect(validateAnswers(setPreMarketReviewOutcome, { outcome: 'Pass' }, createFormFacts())).toEqual({})
  })
})
