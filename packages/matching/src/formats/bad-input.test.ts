import { describe, expect, it } from 'vitest'
import type { MatchProblem, MatchProject, MatchRequirement } from '../problem/match-problem.ts'
import { generateRound } from '../../test/generate.ts'
import { solve } from '../solve.ts'
import { InvalidProblemError } from './errors.ts'
import { readGenericBids } from './read-bids.ts'
import { readMarketFile } from './read-market.ts'

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
    (fault: unknown) => (fault instanceof InvalidProblemError ? fault.faults : Promise.reject(fault)),
  )

const group = { id: 'g', name: 'g', of: 'project' as const, type: 'XOR' as const }

describe('a faulty round is refused with one sentence per fault', () => {
  it.each<[string, MatchProblem, string]>([
    ['a negative offer', withProject({ offer: -1 }), 'offer must be a whole number of pence'],
    [
      'an offer that is no number',
      withProject({ offer: Number.NaN }),
      'offer must be a whole number of pence',
    ],
    ['an offer of half a penny', withProject({ offer: 0.5 }), 'offer must be a whole number of pence'],
    ['an endless bid', withRequirement({ bid: Infinity }), 'bid must be a whole number of pence'],
    ['a huge bid', withRequirement({ bid: 1e15 }), 'bid must be a whole number of pence'],
    ['no units', withRequirement({ ongoingUnits: 0, additionalUnits: 0 }), 'it needs no units'],
    ['negative units', withRequirement({ ongoingUnits: -5 }), 'ongoingUnits must be a whole number'],
    [
      'a day that does not exist',
      withRequirement({ redemptionDate: '2027-02-30' }),
      'redemptionDate must be a day',
    ],
    [
      'a repeated requirement',
      { ...round, requirements: [...round.requirements, round.requirements[0]!] },
      'occurs more than once',
    ],
    ['a supply that ends before it begins', supply('2028-01-01', '2027-01-01', 10), 'before it starts'],
    ['a supply of no length', supply('2028-01-01', '2028-01-01', 10), 'before it starts'],
    [
      'a stranger in a group',
      { ...round, groups: [{ ...group, ownerId: 'x', memberIds: ['P0001', 'unknown'] }] },
      'there is no project unknown',
    ],
    [
      'a group across owners',
      { ...round, groups: [{ ...group, ownerId: 'x', memberIds: ['P0001', 'P0002'] }] },
      'does not belong to x',
    ],
    [
      'a reserve of more than everything',
      { ...round, reserve: { basisPoints: 10_001, appliesTo: 'allDemand' } },
      'reserve: basisPoints must be hundredths of a percent from 0 to 10000',
    ],
    [
      'a reserve of all supply',
      { ...round, reserve: { basisPoints: 10_000, appliesTo: 'supply' } },
      'The reserve cannot take all of the supply',
    ],
    [
      'a misspelt field',
      { ...round, reserves: null } as MatchProblem,
      'reserves is not known; did you mean reserve?',
    ],
    [
      'no period at all of a supply',
      withProject({ services: [{ ...service, supply: undefined as never }] }),
      `Project ${round.projects[0]!.id}, service ${service.id}: supply must be a list`,
    ],
    [
      'supplies that overlap',
      withProject({
        services: [
          {
            ...service,
            supply: [
              { start: '2027-01-01', end: null, units: 1 },
              { start: '2028-01-01', end: null, units: 1 },
            ],
          },
        ],
      }),
      'its supplies overlap in time',
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
  ])('refuses a round with one sentence for %s', async (_, problem, sentence) => {
    const faults = await faultsOf(problem)
    expect(
      faults.some(fault => fault.includes(sentence)),
      faults.join('; '),
    ).toBe(true)
  })

  it('allows a bid of zero, which loses', async () => {
    expect(await faultsOf(withRequirement({ bid: 0, bidOngoingOnly: null }))).toEqual([])
  })

  it('reports all faults of a round at once, one line each, within a field or between fields', async () => {
    const [first, second] = round.requirements
    const faulty = withRequirement({ bid: -1, ongoingUnits: 0, additionalUnits: 0, bidOngoingOnly: null })
    const members = [first!.id, 'unknown']
    const stranger = { ...group, of: 'requirement' as const, ownerId: first!.buyerId, memberIds: members }
    const faults = await faultsOf({
      ...faulty,
      requirements: [...faulty.requirements, second!],
      groups: [stranger],
    })
    expect(faults).toEqual([
      `Requirement ${first!.id}: bid must be a whole number of pence from 0 to 1000000000000`,
      `Requirement ${second!.id} occurs more than once`,
      `Requirement ${first!.id}: it needs no units`,
      'Group g: there is no requirement unknown',
    ])
  })

  it('reports one line per fault in a market file in pounds and units', () => {
    const file = {
      projects: [{ id: 'p', offer: -5, services: [] }],
      requirements: [
        {
          id: 'r',
          buyer: 'b',
          creditType: 'Biodiversity',
          units: 1,
          bid: 'much',
          redemptionDate: '2027-02-30',
        },
        {
          id: 'r',
          buyer: 'b',
          creditType: 'Biodiversity',
          units: 1,
          bid: 1e300,
          redemptionDate: '2027-02-01',
        },
      ],
    }
    expect(() => readMarketFile(file)).toThrow(
      [
        'Project p: supplier must be a text',
        'Project p: offer must be pounds from 0 to 10000000000 with at most 2 decimals',
        'Requirement r: bid must be pounds from 0 to 10000000000 with at most 2 decimals',
        'Requirement r: redemptionDate must be a day, yyyy-MM-dd',
        'Requirement r: bid must be pounds from 0 to 10000000000 with at most 2 decimals',
        'Requirement r occurs more than once',
      ].join('\n'),
    )
    expect(() => readMarketFile({})).toThrow('projects must be a list\nrequirements must be a list')
    expect(() => readMarketFile({ version: 2 })).toThrow('version must be 1')
  })

  it('reports one line per fault in a file in the generic bids format', () => {
    const file = {
      bidders: [
        { name: 'a', bids: [{ v: 'x', q: { g: 1 }, divisibility: 3 }] },
        { name: 'a', bids: [{ v: 1, q: { g: 1e300 } }] },
        { bids: [] },
      ],
    }
    expect(() => readGenericBids(file)).toThrow(
      [
        'Bidder a, bid 1: v must be money from -10000000000 to 10000000000 with at most 2 decimals',
        'Bidder a, bid 1: divisibility must be one of 0, 1, 2',
        'Bidder a, bid 1: q: g must be a quantity from -10000000000 to 10000000000 with at most 9 decimals',
        'Bidder 3: name must be a text',
        'Bidder a occurs more than once',
      ].join('\n'),
    )
  })
})
