import { describe, expect, it } from 'vitest'
import type { MatchProblem, MatchRequirement } from '@credit-market/matching/problem/match-problem'
import { findHardBids, MIN_EQUAL_BIDS, MIN_JOINED_GROUPS, MIN_WHOLE_BIDS } from './hard-bids.ts'

const bidOf = (id: string, more: Partial<MatchRequirement> = {}): MatchRequirement => ({
  id,
  name: id,
  buyerId: 'brook-homes',
  kind: 'Buyer',
  creditType: 'NutrientMitigationPhosphorous',
  module: 'NA',
  broadHabitat: 'NA',
  habitatType: null,
  distinctiveness: null,
  ncaId: null,
  lpaId: null,
  subcatchmentId: 'Tone',
  ongoingUnits: 10_000,
  additionalUnits: 0,
  bid: 100_000,
  bidOngoingOnly: null,
  divisible: false,
  redemptionDate: '2027-01-01',
  bidAt: '2026-10-01T09:00:00.000Z',
  ...more,
})
const many = (count: number, more: (at: number) => Partial<MatchRequirement>): MatchRequirement[] =>
  Array.from({ length: count }, (_, at) => bidOf(`R${at}`, more(at)))
const allOf = (memberIds: string[], type: 'AND' | 'XOR' = 'AND'): MatchProblem['groups'] => [
  { id: 'G', name: 'G', of: 'requirement', type, ownerId: 'brook-homes', memberIds },
]
const idsOf = (bids: readonly MatchRequirement[]): string[] => bids.map(({ id }) => id)

describe('bids that make a round hard', () => {
  it('are many equal bids of one organisation, whatever their names and times', () => {
    const equal = many(MIN_EQUAL_BIDS, at => ({ bidAt: `2026-10-01T09:00:${10 + at}.000Z` }))
    const other = bidOf('other', { buyerId: 'mere-estate' })
    expect(findHardBids({ requirements: [...equal, other], groups: [] })).toEqual([
      { reason: 'equal', organisationId: 'brook-homes', requirementIds: idsOf(equal) },
    ])
  })

  it('belong to their owners, also where another organisation stands for their party', () => {
    const equal = many(MIN_EQUAL_BIDS, () => ({ ownerId: 'mere-estate' }))
    expect(findHardBids({ requirements: equal, groups: [] })).toEqual([
      { reason: 'equal', organisationId: 'mere-estate', requirementIds: idsOf(equal) },
    ])
  })

  it('are not a few equal bids', () => {
    expect(findHardBids({ requirements: many(MIN_EQUAL_BIDS - 1, () => ({})), groups: [] })).toEqual([])
  })

  it('are many groups of which all must win, in three or more places', () => {
    const places = ['Tone', 'Parrett', 'Brue']
    const requirements = Array.from({ length: MIN_JOINED_GROUPS }, (_, nth) =>
      places.map(subcatchmentId => bidOf(`${subcatchmentId} ${nth}`, { subcatchmentId, bid: 100_000 + nth })),
    )
    const groupsOf = (type: 'AND' | 'XOR', most = places.length): MatchProblem['groups'] =>
      requirements.flatMap(own => allOf(idsOf(own).slice(0, most), type))
    const all = { requirements: requirements.flat(), groups: groupsOf('AND') }
    expect(findHardBids(all)).toEqual([
      { reason: 'joined', organisationId: 'brook-homes', requirementIds: idsOf(all.requirements) },
    ])
    const isJoined = (groups: MatchProblem['groups']): boolean =>
      findHardBids({ ...all, groups }).some(({ reason }) => reason === 'joined')
    expect([groupsOf('XOR'), groupsOf('AND', 2), all.groups.slice(1)].map(isJoined)).toEqual([
      ...[false, false, false],
    ])
  })

  it('are many different bids for the same units that cannot be divided, one entry for each owner', () => {
    const requirements = many(MIN_WHOLE_BIDS, at => ({
      ongoingUnits: 10_000 + 2 * at,
      buyerId: at % 2 === 0 ? 'brook-homes' : 'mere-estate',
    }))
    const half = (rest: number) => idsOf(requirements.filter((_, at) => at % 2 === rest))
    expect(findHardBids({ requirements, groups: [] })).toEqual([
      { reason: 'whole', organisationId: 'brook-homes', requirementIds: half(0) },
      { reason: 'whole', organisationId: 'mere-estate', requirementIds: half(1) },
    ])
    const divisible = requirements.map(bid => ({ ...bid, divisible: true }))
    expect(findHardBids({ requirements: divisible, groups: [] })).toEqual([])
  })
})
