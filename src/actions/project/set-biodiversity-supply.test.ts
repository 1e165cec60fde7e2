import { describe, expect, it } from 'vitest'
import type { Service } from '#domain/service'
import type { Read } from '../kit/changes.ts'
import { besides, judge, rowsOf, warnings } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { anOperator, aProject, aRound, aService } from '#test/builders/market'
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

describe('what the metric gives', () => {
  // 2 ha of other neutral grassland, moderate, in place of modified grassland, poor: 13.3893 and 4 units, in 5 years.
  const meadow = aService({
    ...{ id: 'meadow', type: 'Biodiversity', status: 'Draft', units: null, size: 20_000 },
    ...{ broadHabitat: 'Grassland', habitatType: 'OtherNeutralGrassland', distinctiveness: 'Medium' },
    ...{ condition: 'Moderate', baselineHabitat: 'ModifiedGrassland', baselineCondition: 'Poor' },
  })
  const known = async (service: Service) =>
    facts(
      await setBiodiversitySupply.given?.(
        {
          one: async () => aRound(),
          list: async () => [service],
        } as unknown as Read,
        aProject(),
        anOperator(),
        '2026-06-01',
      ),
    )

  it('stands beside the service, and its figures can be taken over', async () => {
    const here = await known(meadow)
    const { serviceId: worked } = besides(setBiodiversitySupply, { serviceId: 'meadow' }, here)
    if (typeof worked !== 'object' || !('sentence' in worked)) throw new Error('Nothing was worked out')
    expect(worked.sentence).toBe(
      'The statutory metric gives 13.39 units, in 5 years, and 4.00 for what was there',
    )
    const figures = { serviceId: 'meadow', ...worked.use?.answers }
    expect(figures).toMatchObject({ baselineUnitsLost: 4, yearsToTargetCondition: 5 })
    expect(judge(setBiodiversitySupply, figures, here)).toEqual({})
    expect(warnings(setBiodiversitySupply, figures, aProject(), here)).toEqual({})
    // In equal steps, what is left over in the last: together 133,893 ten-thousandths.
    expect(act(setBiodiversitySupply, aProject(), figures, { given: here, reads: [meadow] })).toMatchObject([
      { patch: { gainsPerYear: [22_315, 22_315, 22_315, 22_315, 22_315, 22_318] } },
    ])
  })

  it('is warned about where it differs from what is typed, and takes the place of nothing', async () => {
    const typed = { ...answers, serviceId: 'meadow' }
    expect(warnings(setBiodiversitySupply, typed, aProject(), await known(meadow))).toEqual({
      baselineUnitsLost: 'You typed 0.50 units, the statutory metric gives 4.00',
      yearsToTargetCondition: 'The gains add up to 3.50 units, the statutory metric gives 13.39',
    })
  })
})
