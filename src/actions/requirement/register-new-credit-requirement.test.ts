import { describe, expect, it } from 'vitest'
import { isFieldVisible, formWarnings } from '../kit/judge.ts'
import { checkAvailability } from '../kit/available.ts'
import { nextWizardStep } from '../kit/wizard.ts'
import { createFormFacts, statusAfterAction } from '#test/builders/act'
import { anActor, aRequirement, aRound } from '#test/builders/market'
import { finishNewRequirement } from './finish-new-requirement.ts'
import { registerNewCreditRequirement } from './register-new-credit-requirement.ts'

const buyer = anActor({ organisationId: 'brook-homes' })
const here = { round: aRound(), today: '2025-06-01' }
const walk = (type: 'Buyer' | 'Investor') => {
  const requirement = aRequirement({ status: 'Draft', type, bid: null, bidAt: null })
  const later = registerNewCreditRequirement.stages.slice(1).flatMap(({ steps }) => steps)
  return later
    .filter(step => checkAvailability(step, buyer, requirement, here) === true)
    .map(({ name }) => name)
}
const given = {
  issues: [],
  roundStatus: 'Open',
  window: { start: '2025-05-01', end: '2025-06-30' },
  actorIsOperator: false,
}

describe('registering a new credit requirement', () => {
  it('asks a buyer for credits and development, an investor for the location', () => {
    expect(walk('Buyer')).toEqual(['SetBuyerCredits', 'SetBuyerDevelopment', 'FinishNewRequirement'])
    expect(walk('Investor')).toEqual(['SetInvestorCredits', 'SetInvestorLocation', 'FinishNewRequirement'])
  })

  it('cannot be cancelled, and ends with the finish step', () => {
    expect(registerNewCreditRequirement.cannotCancel).toBe(true)
    expect(nextWizardStep(registerNewCreditRequirement, finishNewRequirement, () => true)).toBeUndefined()
  })

  it('registers the requirement at once if it is complete and the window is open', () => {
    expect(isFieldVisible(finishNewRequirement, 'registerNow', {}, createFormFacts(given))).toBe(true)
    expect(statusAfterAction(finishNewRequirement, {}, { registerNow: true }, given)).toBe('Provisional')
    expect(statusAfterAction(finishNewRequirement, {}, { registerNow: false }, given)).toBe('Draft')
  })

  it('keeps a requirement that cannot be registered yet as a draft, and says why', () => {
    for (const known of [
      { ...given, issues: ['No credits are given'] },
      { ...given, roundStatus: 'Closed' },
    ]) {
      expect(statusAfterAction(finishNewRequirement, {}, { registerNow: true }, known)).toBe('Draft')
      expect(formWarnings(finishNewRequirement, {}, {}, createFormFacts(known))).toHaveProperty('form')
    }
  })
})
