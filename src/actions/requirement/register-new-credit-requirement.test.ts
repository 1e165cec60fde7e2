import { describe, expect, it } from 'vitest'
import { isShown, warnings } from '../kit/judge.ts'
import { available } from '../kit/available.ts'
import { nextStep } from '../kit/wizard.ts'
import { facts, leadsTo } from '#test/builders/act'
import { anActor, aRequirement, aRound } from '#test/builders/market'
import { finishNewRequirement } from './finish-new-requirement.ts'
import { registerNewCreditRequirement } from './register-new-credit-requirement.ts'

const buyer = anActor({ organisationId: 'brook-homes' })
const here = { round: aRound(), today: '2025-06-01' }
const walk = (type: 'Buyer' | 'Investor') => {
  const requirement = aRequirement({ status: 'Draft', type, bid: null, bidAt: null })
  const later = registerNewCreditRequirement.stages.slice(1).flatMap(({ steps }) => steps)
  return later.filter(step => available(step, buyer, requirement, here) === true).map(({ name }) => name)
}
const given = {
  issues: [],
  roundStatus: 'Open',
  window: { start: '2025-05-01', end: '2025-06-30' },
  actorIsOperator: false,
}

describe('registering a new credit requirement', () => {
  it('a new requirement leads a buyer through credits and development, an investor through location', () => {
    expect(walk('Buyer')).toEqual(['SetBuyerCredits', 'SetBuyerDevelopment', 'FinishNewRequirement'])
    expect(walk('Investor')).toEqual(['SetInvestorCredits', 'SetInvestorLocation', 'FinishNewRequirement'])
  })

  it('registering a new requirement cannot be cancelled, and ends with the finish', () => {
    expect(registerNewCreditRequirement.cannotCancel).toBe(true)
    expect(nextStep(registerNewCreditRequirement, finishNewRequirement, () => true)).toBeUndefined()
  })

  it('a new requirement is registered at once if it is complete and the window is open', () => {
    expect(isShown(finishNewRequirement, 'registerNow', {}, facts(given))).toBe(true)
    expect(leadsTo(finishNewRequirement, {}, { registerNow: true }, given)).toBe('Provisional')
    expect(leadsTo(finishNewRequirement, {}, { registerNow: false }, given)).toBe('Draft')
  })

  it('a new requirement that cannot be registered yet is kept as a draft, and says why', () => {
    for (const known of [
      { ...given, issues: ['No credits are given'] },
      { ...given, roundStatus: 'Closed' },
    ]) {
      expect(leadsTo(finishNewRequirement, {}, { registerNow: true }, known)).toBe('Draft')
      expect(warnings(finishNewRequirement, {}, {}, facts(known))).toHaveProperty('form')
    }
  })
})
