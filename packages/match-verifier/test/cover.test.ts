import { describe, expect, it } from 'vitest'
import {
  checkCover,
  type CoverProblem,
  type CoverSupply,
  type FailedClaim,
  type ReplacedUnits,
} from '../src/cases/cover.ts'

const NITROGEN: CoverSupply['service'] = {
  ...({ creditType: 'NutrientMitigationNitrogen', module: 'NA', broadHabitat: 'NA' } as const),
  ...{ habitatType: null, distinctiveness: null },
}
const PLACE = { ncaId: null, lpaId: null, subcatchmentId: 'Tone' }
const NEED: FailedClaim['need'] = { ...NITROGEN, ...PLACE, kind: 'Buyer' }

const units = (first: number, last: number, end: string | null = null) => ({
  ...{ first, last, start: '2027-01-01', end },
})

/** Two claims of 100 and 300 units, and 200 free units that may serve both. */
const PROBLEM: CoverProblem = {
  claims: [
    { creditId: 'old', need: NEED, failed: [{ failureId: 'F1', block: units(1, 100) }] },
    { creditId: 'new', need: NEED, failed: [{ failureId: 'F2', block: units(1, 300) }] },
  ],
  supplies: [
    { creditId: 'near', service: NITROGEN, project: PLACE, free: [units(1, 200)] },
    {
      ...{ creditId: 'elsewhere', service: NITROGEN, free: [units(1, 500)] },
      project: { ...PLACE, subcatchmentId: 'Parrett' },
    },
  ],
}

const replaced = (
  failureId: string,
  [failedFirst, failedLast]: [number, number],
  firstUnit: number,
): ReplacedUnits => ({
  ...{ failureId, failedFirst, failedLast, creditId: 'near', firstUnit },
  ...{ lastUnit: firstUnit + failedLast - failedFirst, startDay: '2027-01-01', endDay: null },
})

const COVER = [replaced('F1', [1, 50], 1), replaced('F2', [1, 150], 51)]
const errorsOf = (cover: readonly ReplacedUnits[], problem = PROBLEM) => checkCover(problem, cover).errors

describe('the check of a cover', () => {
  it('accepts the cover that the rule gives', () => {
    expect(checkCover(PROBLEM, COVER)).toEqual({ errors: [], isComplete: true })
  })

  it('finds units that could be replaced and are not', () => {
    expect(errorsOf([replaced('F1', [1, 50], 1), replaced('F2', [1, 149], 51)])).toEqual([
      'Credit new: on 2027-01-01 its cover has 149 ten-thousandths of a unit, but the rule gives it 150',
    ])
  })

  it('finds a claim that gets more than its fraction', () => {
    expect(errorsOf([replaced('F1', [1, 100], 1), replaced('F2', [1, 100], 101)])).toHaveLength(2)
  })

  it('gives what rounding leaves to the oldest claim', () => {
    const odd = { ...PROBLEM, supplies: [{ ...PROBLEM.supplies[0]!, free: [units(1, 201)] }] }
    expect(errorsOf([replaced('F1', [1, 51], 1), replaced('F2', [1, 150], 52)], odd)).toEqual([])
    expect(errorsOf([replaced('F1', [1, 50], 1), replaced('F2', [1, 151], 51)], odd)).toHaveLength(2)
  })

  it('finds a cover that ends while its units go on', () => {
    const until = { ...PROBLEM, supplies: [{ ...PROBLEM.supplies[0]!, free: [units(1, 200, '2030-01-01')] }] }
    expect(errorsOf(COVER, until)).toContain(
      'Units 1 to 50 of credit near are not free, or not delivered on all days',
    )
  })

  it.each<[string, Partial<ReplacedUnits>, RegExp]>([
    ['units of another place', { creditId: 'elsewhere' }, /may not serve the requirement/],
    ['fewer units than they replace', { lastUnit: 49 }, /another number of units/],
    ['no day', { endDay: '2027-01-01' }, /replace nothing on any day/],
    ['units that have not failed', { failedFirst: 90, failedLast: 139 }, /have not failed/],
    ['units that are not free', { firstUnit: 190, lastUnit: 239 }, /are not free/],
    ['units that replace others', { firstUnit: 51, lastUnit: 100 }, /replace two units at one time/],
    ['units of a failure that is not of the case', { failureId: 'F9' }, /have not failed/],
  ])('finds %s', (_what, change, error) => {
    expect(errorsOf([{ ...COVER[0]!, ...change }, COVER[1]!]).join('\n')).toMatch(error)
  })

  it('finds units that are replaced twice', () => {
    expect(errorsOf([...COVER, replaced('F1', [1, 50], 151)]).join('\n')).toMatch(
      /replace units that others replace/,
    )
  })

  it('says that it is not complete where claims are of too many kinds', () => {
    const places = Array.from({ length: 13 }, (_, at) => `place ${at}`)
    const many = {
      claims: places.map(subcatchmentId => ({
        ...{ creditId: subcatchmentId, need: { ...NEED, subcatchmentId } },
        failed: [{ failureId: subcatchmentId, block: units(1, 1) }],
      })),
      supplies: places.map(subcatchmentId => ({
        ...{ creditId: subcatchmentId, service: NITROGEN, project: { ...PLACE, subcatchmentId } },
        free: [],
      })),
    }
    expect(checkCover(many, [])).toEqual({ errors: [], isComplete: false })
  })
})
