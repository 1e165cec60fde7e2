import { describe, expect, it, vi } from 'vitest'
import type { MatchProblem, MatchProject, MatchRequirement } from '#domain/match-problem'
import { FaultyProblem } from './errors.ts'
import { generateRound } from './generate.ts'
import { readBids } from './read-bids.ts'
import { readMarket } from './read-market.ts'
import { solve } from './solve.ts'

vi.setConfig({ testTimeout: 60_000 })

const round = generateRound('small', 1)

const withProject = (change: Partial<MatchProject>): MatchProblem => ({
  ...round,
  projects: [{ ...round.projects[0]!, ...change }, ...round.projects.slice(1)],
})

const withRequirement = (change: Partial<MatchRequirement>): MatchProblem => ({
  ...round,
  requirements: [{ ...round.requirements[0]!, ...change }, ...round.requirements.slice(1)],
})

const service = round.projects[0]!.services[0]!
const supply = (start: string, end: string | null, units: number): MatchProblem =>
  withProject({ services: [{ ...service, supply: [{ start, end, units }] }] })

const faultsOf = async (problem: MatchProblem): Promise<string[]> =>
  solve(problem).then(
    () => [],
    (fault: unknown) => (fault instanceof FaultyProblem ? fault.faults : Promise.reject(fault)),
  )

const group = { id: 'g', name: 'g', of: 'project' as const, type: 'XOR' as const }

describe('a faulty round is refused with one sentence for each fault', () => {
  it.each<[string, MatchProblem, string]>([
    ['a negative offer', withProject({ offer: -1 }), 'the offer must be a whole number of pence'],
    [
      'an offer that is no number',
      withProject({ offer: Number.NaN }),
      'the offer must be a whole number of pence',
    ],
    ['an offer of half a penny', withProject({ offer: 0.5 }), 'the offer must be a whole number of pence'],
    ['an endless bid', withRequirement({ bid: Infinity }), 'the bid must be a whole number of pence'],
    ['a huge bid', withRequirement({ bid: 1e15 }), 'the bid must be a whole number of pence'],
    ['no units', withRequirement({ ongoingUnits: 0, additionalUnits: 0 }), 'it needs no units at all'],
    ['negative units', withRequirement({ ongoingUnits: -5 }), 'ongoing units must be a whole number'],
    [
      'a day that does not exist',
      withRequirement({ redemptionDate: '2027-02-30' }),
      'the redemption date must be a day',
    ],
    [
      'a repeated requirement',
      { ...round, requirements: [...round.requirements, round.requirements[0]!] },
      'occurs more than once',
    ],
    ['a supply that ends before it begins', supply('2028-01-01', '2027-01-01', 10), 'before it has begun'],
    ['a supply of no length', supply('2028-01-01', '2028-01-01', 10), 'before it has begun'],
    [
      'a stranger in a group',
      { ...round, groups: [{ ...group, ownerId: 'x', memberIds: ['P0001', 'nobody'] }] },
      'there is no project nobody',
    ],
    [
      'a group across owners',
      { ...round, groups: [{ ...group, ownerId: 'x', memberIds: ['P0001', 'P0002'] }] },
      'does not belong to x',
    ],
    [
      'a reserve of more than everything',
      { ...round, reserve: { basisPoints: 10_000, appliesTo: 'supply' } },
      'The reserve must be',
    ],
    [
      'additional units over by the redemption date',
      withRequirement({
        creditType: 'NutrientMitigationPhosphorous',
        ongoingUnits: 0,
        additionalUnits: 10,
        bidOngoingOnly: null,
        redemptionDate: '2031-01-01',
      }),
      'end before its redemption date',
    ],
  ])('%s', async (_, problem, sentence) => {
    const faults = await faultsOf(problem)
    expect(
      faults.some(fault => fault.includes(sentence)),
      faults.join('; '),
    ).toBe(true)
  })

  it('a zero bid is allowed, and loses', async () => {
    expect(await faultsOf(withRequirement({ bid: 0, bidOngoingOnly: null }))).toEqual([])
  })

  it('a file in pounds and units gets one line for each fault', () => {
    const file = {
      projects: [{ id: 'p', offer: -5, services: [] }],
      requirements: [{ id: 'r', bid: 'much' }],
    }
    expect(() => readMarket(file)).toThrow(
      /Project p: supplier must be a text\nProject p: offer must be a number, 0 or more/,
    )
    expect(() => readMarket(file)).toThrow(/Requirement r: bid must be a number/)
  })

  it('a file in the generic bids format gets one line for each fault', () => {
    const file = {
      bidders: [
        { name: 'a', bids: [{ v: 'x', q: { g: 1 } }] },
        { name: 'a', bids: [] },
      ],
    }
    expect(() => readBids(file)).toThrow('Bidder a occurs more than once')
    expect(() => readBids(file)).toThrow('Bidder a, bid 1: v must be a number')
  })
})
