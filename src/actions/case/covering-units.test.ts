import { describe, expect, it } from 'vitest'
import type { Credit } from '#domain/credit/credit'
import { SAMPLES } from '#test/store/samples'
import { endFailedCover, lostCoverSentences, type CoveringUnits } from './covering-units.ts'
import { failedUnitsOf, type FailureFacts } from './fail-units.ts'

const REPORTED_AT = '2028-03-01T09:00:00.000Z'
const DAY = '2028-01-01'
const SINCE = '2028-02-01'

const credit = (id: string, more: Partial<Credit>): Credit => ({
  ...SAMPLES.credit,
  ...{ id, serviceId: 'service', units: 100, status: 'Issued', requirementId: null, isReserved: true },
  unitsPerPeriod: [{ start: DAY, end: null, units: 100, first: 1 }],
  ...more,
})
const reserve = credit('reserve', {})
const failedCredit = credit('failed', {
  ...{ serviceId: 'elsewhere', requirementId: 'homes', isReserved: false, status: 'Redeemed' },
})
const covering: CoveringUnits[] = [
  {
    failedCredit,
    replacement: {
      ...SAMPLES.unitReplacement,
      ...{ id: 'one', creditId: 'reserve', firstUnit: 1, lastUnit: 30, failedFirst: 71, failedLast: 100 },
      ...{ startDay: SINCE, endDay: null },
    },
  },
]
const facts: FailureFacts = {
  ...{ credits: [reserve], covering, earlier: [] },
  requirements: [{ ...SAMPLES.requirement, id: 'homes', name: 'Thimble homes' }],
  settledAt: new Map([[SAMPLES.credit.roundId, '2026-05-01T09:00:00.000Z']]),
}
const failedWith = (left: number) =>
  failedUnitsOf(facts, [{ serviceId: 'service', units: left }], { since: SINCE, reportedAt: REPORTED_AT })

describe('units that replace failed ones', () => {
  it('claim what the failed ones claimed, so the rest of the reserve fails first', () => {
    expect(failedWith(30).map(({ firstUnit, lastUnit }) => [firstUnit, lastUnit])).toEqual([[31, 100]])
    expect(failedWith(20).map(({ firstUnit, lastUnit }) => [firstUnit, lastUnit])).toContainEqual([21, 30])
  })

  it('go on replacing as far as they do not fail, number by number', () => {
    let count = 0
    const changes = endFailedCover(covering, failedWith(20), {
      now: REPORTED_AT,
      newId: () => `new-${++count}`,
    })
    expect(changes).toEqual([
      { change: 'update', kind: 'unitReplacement', id: 'one', patch: { endedAt: REPORTED_AT } },
      {
        change: 'create',
        kind: 'unitReplacement',
        row: expect.objectContaining({
          ...{ firstUnit: 1, lastUnit: 20, failedFirst: 71, failedLast: 90, endedAt: null },
        }) as object,
      },
    ])
  })

  it('do not end while only the rest of the reserve fails', () => {
    expect(endFailedCover(covering, failedWith(30), { now: REPORTED_AT, newId: () => 'new' })).toEqual([])
  })

  it('are named with the requirement that loses them', () => {
    expect(lostCoverSentences(covering, failedWith(20), facts.requirements)).toEqual([
      '0.001 units that replace failed ones for Thimble homes fail',
    ])
  })
})
