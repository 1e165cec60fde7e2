import { describe, expect, it } from 'vitest'
import { createFormFacts } from '#test/builders/act'
import { anOperator, aRequirement } from '#test/builders/market'
import type { Action } from '../kit/action.ts'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import type { Read } from '../kit/changes.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'

const PASSED = { redemptionDate: 'The redemption date has passed' }
const read = { one: async () => ({ ncaIds: [], lpaIds: [], subcatchmentIds: [] }), list: async () => [] }
const given = async (redemptionDate: string | null, on: Action = setInvestorCredits) =>
  createFormFacts(
    await on.given?.(read as unknown as Read, aRequirement({ redemptionDate }), anOperator(), '2025-06-01'),
  )
const credits = { units: 1, isDivisible: true, module: 'Area', distinctiveness: 'Low' }

describe('a redemption date', () => {
  it.each<[string, { redemptionDate?: string }]>([
    ['2025-05-31', PASSED],
    ['2025-06-01', {}],
  ])('gives the right errors and warnings when set to %s on 1 June 2025', async (redemptionDate, said) => {
    expect(validateAnswers(setInvestorCredits, { ...credits, redemptionDate }, await given(null))).toEqual(
      said,
    )
    const development = validateAnswers(
      setBuyerDevelopment,
      { redemptionDate },
      await given(null, setBuyerDevelopment),
    )
    expect(development.redemptionDate).toBe(said.redemptionDate)
  })

  it('refuses a change to another past date, and only warns when a past date is left unchanged', async () => {
    const known = await given('2024-01-01')
    const unchanged = { ...credits, redemptionDate: '2024-01-01' }
    expect(validateAnswers(setInvestorCredits, { ...credits, redemptionDate: '2024-01-02' }, known)).toEqual(
      PASSED,
    )
    expect(validateAnswers(setInvestorCredits, unchanged, known)).toEqual({})
    expect(formWarnings(setInvestorCredits, unchanged, {}, known)).toEqual(PASSED)
  })
})
