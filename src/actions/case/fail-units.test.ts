import { describe, expect, it } from 'vitest'
import type { Credit } from '#domain/credit/credit'
import type { Requirement } from '#domain/project/requirement'
import { SAMPLES } from '#test/store/samples'
import { failedUnitsOf, failureSentences, lostBy, type FailureFacts } from './fail-units.ts'

const REPORTED_AT = '2028-03-01T09:00:00.000Z'
const DAY = '2028-01-01'

const credit = (id: string, more: Partial<Credit>, first: number): Credit => ({
  ...SAMPLES.credit,
  ...{ id, serviceId: 'service', units: 100_000, status: 'Issued', requirementId: id },
  unitsPerPeriod: [{ start: DAY, end: null, units: 100_000, first }],
  ...more,
})
const requirement = (id: string, redeemedAt: string | null): Requirement => ({
  ...SAMPLES.requirement,
  ...{ id, name: `Homes of ${id}`, buyerId: `buyer of ${id}`, redeemedAt },
})
const factsWith = (redeemedAt: string): FailureFacts => ({
  credits: [credit('used', { status: 'Redeemed' }, 1), credit('issued', {}, 100_001)],
  settledAt: new Map([[SAMPLES.credit.roundId, '2027-01-01T09:00:00.000Z']]),
  earlier: [],
  covering: [],
  requirements: [requirement('used', redeemedAt), requirement('issued', null)],
})
const failed = (facts: FailureFacts) =>
  failedUnitsOf(facts, [{ serviceId: 'service', units: 150_000 }], { since: DAY, reportedAt: REPORTED_AT })

describe('units of a project that fail', () => {
  it('are not those that were redeemed before the case was reported', () => {
    expect(failed(factsWith('2028-02-29T09:00:00.000Z')).map(({ creditId }) => creditId)).toEqual(['issued'])
  })

  it('are shared with those that were redeemed after it, because no one can jump the queue', () => {
    const rows = failed(factsWith('2028-03-02T09:00:00.000Z'))
    expect(rows.map(({ creditId, firstUnit, lastUnit }) => [creditId, lastUnit - firstUnit + 1])).toEqual([
      ['used', 25_000],
      ['issued', 25_000],
    ])
  })

  it('are named to the operator for each holder, and to a holder for its own', () => {
    const facts = factsWith('2028-02-29T09:00:00.000Z')
    const rows = failed(facts)
    expect(failureSentences(facts, rows)).toEqual(['5.00 of 10.00 units held for Homes of issued fail'])
    expect(lostBy(facts, rows, 'buyer of issued')).toBe('5.00 of 10.00 units held for Homes of issued fail.')
    expect(lostBy(facts, rows, 'buyer of used')).toBe('')
  })
})
