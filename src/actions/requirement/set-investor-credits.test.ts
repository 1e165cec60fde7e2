import { describe, expect, it } from 'vitest'
import { createFormFacts } from '#test/builders/act'
import { availableChoices, validateAnswers } from '../kit/judge.ts'
import { setInvestorCredits } from './set-investor-credits.ts'

const answers = {
  units: 10,
  isDivisible: true,
  module: 'Linear',
  distinctiveness: 'Medium',
  redemptionDate: '2030-04-01',
}
const refused = (more: Record<string, unknown>) =>
  Object.keys(validateAnswers(setInvestorCredits, { ...answers, ...more }, createFormFacts({}))).toSorted()

describe('the credits of an investor', () => {
  it('need units, a module, distinctiveness, a date, and whether a part will do', () => {
    expect(Object.keys(validateAnswers(setInvestorCredits, {}, createFormFacts({}))).toSorted()).toEqual(
      Object.keys(answers).toSorted(),
    )
    expect(refused({})).toEqual([])
  })

  it('allow only broad habitats of the module: a hedgerow is linear, all others are areas', () => {
    expect(refused({ broadHabitat: 'Hedgerow' })).toEqual([])
    expect(refused({ broadHabitat: 'Grassland' })).toEqual(['broadHabitat'])
    expect(refused({ module: 'Area', broadHabitat: 'Hedgerow' })).toEqual(['broadHabitat'])
    expect(refused({ module: 'Area', broadHabitat: 'Grassland' })).toEqual([])
  })

  it('do not offer a module or level that nothing can serve, and refuse it with a reason', () => {
    const { module, distinctiveness } = setInvestorCredits.fields
    const offered = (field: typeof module, so: object) =>
      field && availableChoices(field, { ...so }, createFormFacts({}))?.map(({ id }) => id)
    expect(offered(module, {})).toEqual(['Area', 'Linear'])
    expect(validateAnswers(setInvestorCredits, { ...answers, module: 'River' }, createFormFacts({}))).toEqual(
      {
        module:
          'No project can supply this: no habitat in this market is measured in this module. Choose Area or Linear',
      },
    )
    const crops = { module: 'Area', broadHabitat: 'CropLand' }
    expect(offered(distinctiveness, crops)).toEqual(['Low', 'Medium'])
    expect(
      validateAnswers(
        setInvestorCredits,
        { ...answers, ...crops, distinctiveness: 'High' },
        createFormFacts({}),
      ),
    ).toEqual({
      distinctiveness:
        'No project can supply this: no cropland habitat has high distinctiveness or higher. Choose low or medium',
    })
  })
})
