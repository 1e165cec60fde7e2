import { describe, expect, it } from 'vitest'
import { facts } from '#test/builders/act'
import { availableChoices, judge } from '../kit/judge.ts'
import { setInvestorCredits } from './set-investor-credits.ts'

const answers = {
  units: 10,
  isDivisible: true,
  module: 'Linear',
  distinctiveness: 'Medium',
  redemptionDate: '2030-04-01',
}
const refused = (more: Record<string, unknown>) =>
  Object.keys(judge(setInvestorCredits, { ...answers, ...more }, facts({}))).toSorted()

describe('the credits of an investor', () => {
  it('an investor’s credits need units, a module, distinctiveness, a date, and whether a part will do', () => {
    expect(Object.keys(judge(setInvestorCredits, {}, facts({}))).toSorted()).toEqual(
      Object.keys(answers).toSorted(),
    )
    expect(refused({})).toEqual([])
  })

  it('an investor names a broad habitat only of its module: a hedgerow is linear, all others are areas', () => {
    expect(refused({ broadHabitat: 'Hedgerow' })).toEqual([])
    expect(refused({ broadHabitat: 'Grassland' })).toEqual(['broadHabitat'])
    expect(refused({ module: 'Area', broadHabitat: 'Hedgerow' })).toEqual(['broadHabitat'])
    expect(refused({ module: 'Area', broadHabitat: 'Grassland' })).toEqual([])
  })

  it('are not offered a module or a level that nothing can serve, and refused it in words', () => {
    const { module, distinctiveness } = setInvestorCredits.fields
    const offered = (field: typeof module, so: object) =>
      field && availableChoices(field, { ...so }, facts({}))?.map(({ id }) => id)
    expect(offered(module, {})).toEqual(['Area', 'Linear'])
    expect(judge(setInvestorCredits, { ...answers, module: 'River' }, facts({}))).toEqual({
      module:
        'Nothing can serve this: no habitat of this market is measured in this module. Choose Area or Linear',
    })
    const crops = { module: 'Area', broadHabitat: 'CropLand' }
    expect(offered(distinctiveness, crops)).toEqual(['Low', 'Medium'])
    expect(judge(setInvestorCredits, { ...answers, ...crops, distinctiveness: 'High' }, facts({}))).toEqual({
      distinctiveness:
        'Nothing can serve this: no habitat of cropland is of high distinctiveness or higher. Choose low or medium',
    })
  })
})
