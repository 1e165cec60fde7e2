import { describe, expect, it } from 'vitest'
import type { Service } from '#domain/project/service'
import type { Read } from '../../kit/changes.ts'
import { liveFieldFeedback, validateAnswers, repeatedRows, formWarnings } from '../../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
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
  validateAnswers(setBiodiversitySupply, { ...answers, yearsToTargetCondition }, createFormFacts(given))
    .yearsToTargetCondition

describe('the supply of a biodiversity service', () => {
  it('reaches the target condition in 1 to 30 years', () => {
    expect(years(0)).toBe('Must be at least 1 year')
    expect(years(31)).toBe('Cannot exceed 30 years')
    expect(years(30)).toBeUndefined()
  })

  it('needs the gain of every year from 0 to the target', () => {
    const partly = { ...answers, gainsPerYear: [{ id: '0', gain: 1 }] }
    expect(validateAnswers(setBiodiversitySupply, partly, createFormFacts(given))).toEqual({
      'gainsPerYear.1.gain': 'Required',
      'gainsPerYear.2.gain': 'Required',
    })
  })

  it('labels its years At delivery, At year 1, Year N', () => {
    const rows = repeatedRows(setBiodiversitySupply.fields.gainsPerYear!, answers, createFormFacts(given))
    expect(rows.map(({ name }) => name)).toEqual(['At delivery', 'At year 1', 'Year 2'])
  })

  it('completes the service, which waits for certification if its project is screened', () => {
    expect(
      runActionForChanges(setBiodiversitySupply, aProject({ status: 'Screened' }), answers, {
        given,
        reads: [pond],
      }),
    ).toMatchObject([
      {
        from: 'Draft',
        to: 'PendingCertification',
        patch: { baselineUnitsLost: 5_000, gainsPerYear: [10_000, 25_000, 0] },
      },
    ])
    expect(
      runActionForChanges(setBiodiversitySupply, aProject({ status: 'Registered' }), answers, {
        given,
        reads: [pond],
      }),
    ).toMatchObject([{ change: 'update', patch: { yearsToTargetCondition: 2 } }])
  })
})

describe('the calculation by the metric', () => {
  // 2 ha of other neutral grassland, moderate, in place of modified grassland, poor: 13.3893 and 4 units, in 5 years.
  const meadow = aService({
    ...{ id: 'meadow', type: 'Biodiversity', status: 'Draft', units: null, size: 20_000 },
    ...{ broadHabitat: 'Grassland', habitatType: 'OtherNeutralGrassland', distinctiveness: 'Medium' },
    ...{ condition: 'Moderate', baselineHabitat: 'ModifiedGrassland', baselineCondition: 'Poor' },
  })
  const known = async (service: Service) =>
    createFormFacts(
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

  it('is shown next to the service, and its figures can be copied into the form', async () => {
    const here = await known(meadow)
    const { serviceId: worked } = liveFieldFeedback(setBiodiversitySupply, { serviceId: 'meadow' }, here)
    if (typeof worked !== 'object' || !('sentence' in worked)) throw new Error('Nothing was worked out')
    expect(worked.sentence).toBe(
      'The statutory metric gives 13.39 units, in 5 years, and 4.00 units for the existing habitat',
    )
    const figures = { serviceId: 'meadow', ...worked.use?.answers }
    expect(figures).toMatchObject({ baselineUnitsLost: 4, yearsToTargetCondition: 5 })
    expect(validateAnswers(setBiodiversitySupply, figures, here)).toEqual({})
    expect(formWarnings(setBiodiversitySupply, figures, aProject(), here)).toEqual({})
    // In equal steps, what is left over in the last: together 133,893 ten-thousandths.
    expect(
      runActionForChanges(setBiodiversitySupply, aProject(), figures, { given: here, reads: [meadow] }),
    ).toMatchObject([{ patch: { gainsPerYear: [22_315, 22_315, 22_315, 22_315, 22_315, 22_318] } }])
  })

  it('warns where it differs from what was entered, and replaces nothing', async () => {
    const typed = { ...answers, serviceId: 'meadow' }
    expect(formWarnings(setBiodiversitySupply, typed, aProject(), await known(meadow))).toEqual({
      baselineUnitsLost: 'You typed 0.50 units, but the statutory metric gives 4.00',
      yearsToTargetCondition: 'The gains add up to 3.50 units, but the statutory metric gives 13.39',
    })
  })
})
