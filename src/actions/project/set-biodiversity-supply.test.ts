import { describe, expect, it } from 'vitest'
import { judge, rowsOf } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { setBiodiversitySupply } from './set-biodiversity-supply.ts'

const pond = aService({ id: 'pond', type: 'Biodiversity', status: 'Draft', units: null })
const given = { services: [{ id: 'pond', name: 'Pond', answers: {} }] }
const answers = {
  serviceId: 'pond',
  baselineUnitsLost: 0.5,
  yearsToTargetCondition: 2,
  gainsPerYear: [
    { id: '0', gain: 1 },
    { id: '1', gain: 2.5 },
    { id: '2', gain: 0 },
  ],
}
const years = (yearsToTargetCondition: number) =>
  judge(setBiodiversitySupply, { ...answers, yearsToTargetCondition }, facts(given)).yearsToTargetCondition

describe('the supply of a biodiversity service', () => {
  it('a biodiversity service reaches its target condition in 1 to 30 years', () => {
    expect(years(0)).toBe('Must be at least 1 year')
    expect(years(31)).toBe('Cannot exceed 30 years')
    expect(years(30)).toBeUndefined()
  })

  it('the supply of a biodiversity service asks for the gain of every year from 0 to target', () => {
    const partly = { ...answers, gainsPerYear: [{ id: '0', gain: 1 }] }
    expect(judge(setBiodiversitySupply, partly, facts(given))).toEqual({
      'gainsPerYear.1.gain': 'Required',
      'gainsPerYear.2.gain': 'Required',
    })
  })

  it('the supply of a biodiversity service labels its years At delivery, At year 1, Year N', () => {
    const rows = rowsOf(setBiodiversitySupply.fields.gainsPerYear!, answers, facts(given))
    expect(rows.map(({ name }) => name)).toEqual(['At delivery', 'At year 1', 'Year 2'])
  })

  it('a biodiversity service is completed by its supply, and then waits for certification if screened', () => {
    expect(
      act(setBiodiversitySupply, aProject({ status: 'Screened' }), answers, { given, reads: [pond] }),
    ).toMatchObject([
      {
        from: 'Draft',
        to: 'PendingCertification',
        patch: { baselineUnitsLost: 5_000, gainsPerYear: [10_000, 25_000, 0] },
      },
    ])
    expect(
      act(setBiodiversitySupply, aProject({ status: 'Registered' }), answers, { given, reads: [pond] }),
    ).toMatchObject([{ change: 'update', patch: { yearsToTargetCondition: 2 } }])
  })
})
