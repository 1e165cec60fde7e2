import { describe, expect, it } from 'vitest'
import { facts } from '#test/builders/act'
import { anOperator, aRequirement } from '#test/builders/market'
import type { Action } from '../kit/action.ts'
import { judge, warnings } from '../kit/judge.ts'
import type { Read } from '../kit/changes.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'

const PASSED = { redemptionDate: 'The redemption date has passed' }
const read = { one: async () => ({ ncaIds: [], lpaIds: [], subcatchmentIds: [] }), list: async () => [] }
const given = async (redemptionDate: string | null, on: Action = setInvestorCredits) =>
  facts(
    await on.given?.(read as unknown as Read, aRequirement({ redemptionDate }), anOperator(), '2025-06-01'),
  )
const credits = { units: 1, isDivisible: true, module: 'Area', distinctiveness: 'Low' }

describe('a redemption date', () => {
  it.each<[string, { redemptionDate?: string }]>([
    ['2025-05-31', PASSED],
    ['2025-06-01', {}],
  ])('set to %s on 1 June 2025', async (redemptionDate, said) => {
    expect(judge(setInvestorCredits, { ...credits, redemptionDate }, await given(null))).toEqual(said)
    const development = judge(setBuyerDevelopment, { redemptionDate }, await given(null, setBuyerDevelopment))
    expect(development.redemptionDate).toBe(said.redemptionDate)
  })

  it('changed to another day that has passed is refused; left as it was it only warns', async () => {
    const known = await given('2024-01-01')
    const unchanged = { ...credits, redemptionDate: '2024-01-01' }
    expect(judge(setInvestorCredits, { ...credits, redemptionDate: '2024-01-02' }, known)).toEqual(PASSED)
    expect(judge(setInvestorCredits, unchanged, known)).toEqual({})
    expect(warnings(setInvestorCredits, unchanged, {}, known)).toEqual(PASSED)
  })
})
