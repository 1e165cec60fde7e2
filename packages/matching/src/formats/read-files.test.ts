import { describe, expect, it } from 'vitest'
import { readGenericBids } from './read-bids.ts'
import { readMarketFile } from './read-market.ts'

const SERVICE = { id: 'p-1', type: 'Biodiversity', profile: [{ start: '2027-01-01', units: 1 }] }
const PROJECT = { id: 'p', supplier: 's', offer: 10, services: [SERVICE] }
const NEED = { id: 'r', buyer: 'b', creditType: 'Biodiversity', units: 1, bid: 20 }
const REQUIREMENT = { ...NEED, redemptionDate: '2027-02-01' }

const market = (project: object, requirement: object, round: object = {}, more: object = {}) => ({
  round,
  projects: [{ ...PROJECT, ...project }],
  requirements: [{ ...REQUIREMENT, ...requirement }],
  ...more,
})

const supplying = (units: number) => ({
  services: [{ ...SERVICE, profile: [{ start: '2027-01-01', units }] }],
})

const faultsOf = (read: () => unknown): string => {
  try {
    read()
  } catch (fault) {
    return String(fault).replace('Error: ', '')
  }
  return 'none'
}

const POUNDS = 'must be pounds from 0 to 10000000000 with at most 2 decimals'
const UNITS = 'must be units from 0 to 100000 with at most 4 decimals'
const PERCENT = 'round: reservePercentage must be percent from 0 to 100 with at most 2 decimals'

describe('a market file in pounds and units', () => {
  it('is read to the penny, the ten-thousandth of a unit and the hundredth of a percent', () => {
    const round = { reservePercentage: 12.34, reserveAppliesTo: 'supply' }
    const file = market(
      { offer: 9_999_999_999.99, ...supplying(99_999.9999) },
      { bid: 1.1, units: 0.0001 },
      round,
    )
    const { projects, requirements, reserve } = readMarketFile(file)
    expect(projects[0]).toMatchObject({
      offer: 999_999_999_999,
      services: [{ supply: [{ units: 999_999_999 }] }],
    })
    expect(requirements[0]).toMatchObject({ bid: 110, ongoingUnits: 1 })
    expect(reserve).toEqual({ basisPoints: 1_234, appliesTo: 'supply' })
  })

  it.each<[string, object, string]>([
    ['half a penny', market({ offer: 10.005 }, {}), `Project p: offer ${POUNDS}`],
    ['a millionth of a penny too much', market({}, { bid: 20.000_000_01 }), `Requirement r: bid ${POUNDS}`],
    ['a penny over the limit', market({}, { bid: 10_000_000_000.01 }), `Requirement r: bid ${POUNDS}`],
    [
      'a cost finer than a penny',
      market({ costs: { maintenance: 1e-7 } }, {}),
      `Project p: costs: maintenance ${POUNDS}`,
    ],
    ['half a ten-thousandth', market({}, { units: 1.000_05 }), `Requirement r: units ${UNITS}`],
    [
      'a ten-thousandth over the limit',
      market(supplying(100_000.0001), {}),
      `Project p, service p-1, profile 1: units ${UNITS}`,
    ],
    [
      'a percentage finer than a hundredth',
      market({}, {}, { reservePercentage: 12.345, reserveAppliesTo: 'supply' }),
      PERCENT,
    ],
    [
      'a reserve of more than all',
      market({}, {}, { reservePercentage: 100.01, reserveAppliesTo: 'supply' }),
      PERCENT,
    ],
    [
      'a reserve of nothing named',
      market({}, {}, { reservePercentage: 10 }),
      'round: reserveAppliesTo must be one of allDemand, ongoingDemand, supply',
    ],
    [
      'a misspelt field of a project',
      market({ ofer: 10 }, {}),
      'Project p: ofer is not known; did you mean offer?',
    ],
    ['a field of another format', market({ ncaId: 'N' }, {}), 'Project p: ncaId is not known'],
    [
      'a misspelt field deep in a service',
      market({ services: [{ ...SERVICE, profile: [{ start: '2027-01-01', unit: 1, units: 1 }] }] }, {}),
      'Project p, service p-1, profile 1: unit is not known; did you mean units?',
    ],
    [
      'a misspelt field of the round',
      market({}, {}, { ampend: '2030-01-01' }),
      'round: ampend is not known; did you mean ampEnd?',
    ],
    [
      'a misspelt list',
      market({}, {}, {}, { requirementGroup: [] }),
      'requirementGroup is not known; did you mean requirementGroups?',
    ],
    [
      'an unknown field of a group',
      market(
        {},
        {},
        {},
        {
          projectGroups: [{ id: 'g', type: 'XOR', projectIds: ['p', 'p'], owner: 's' }],
        },
      ),
      'Group g: owner is not known\nGroup project g: member p occurs more than once',
    ],
    ['units given twice', market({}, { ongoingUnits: 1 }), 'Requirement r: enter units or ongoingUnits'],
    [
      'a bid for ongoing units that is not accepted',
      market({}, { acceptOngoingOnly: false, bidOngoingOnly: 1 }),
      'Requirement r: acceptOngoingOnly contradicts bidOngoingOnly',
    ],
  ])('is refused for %s', (_, file, sentence) => {
    expect(faultsOf(() => readMarketFile({ ...file }))).toBe(sentence)
  })
})

const bids = (...q: Record<string, number>[]) => ({
  bidders: [{ name: 'a', bids: q.map(amounts => ({ v: 1, q: amounts })) }],
})

describe('a file in the generic bids format', () => {
  it('is read in pence, and each good in the finest decimal that it contains', () => {
    const { program } = readGenericBids({
      bidders: [
        { name: 'a', bids: [{ v: -0.29, q: { apples: 0.1, pears: 3 } }] },
        { name: 'b', bids: [{ v: 1_000_000.01, q: { apples: -0.000_000_3, pears: -2 } }] },
      ],
    })
    expect(program.columns.map(({ value }) => value)).toEqual([-29, 100_000_001])
    expect(program.rows.map(({ coefficients }) => coefficients)).toEqual([
      [-1_000_000, 3],
      [-3, 2],
    ])
  })

  it.each<[string, object, string]>([
    [
      'a value finer than a hundredth',
      { bidders: [{ name: 'a', bids: [{ v: 0.001, q: {} }] }] },
      'Bidder a, bid 1: v must be money from -10000000000 to 10000000000 with at most 2 decimals',
    ],
    [
      'a quantity of ten decimals',
      bids({ g: 1e-10 }),
      'Bidder a, bid 1: q: g must be a quantity from -10000000000 to 10000000000 with at most 9 decimals',
    ],
    [
      'quantities too far apart',
      bids({ g: 1e-9 }, { g: 1e10 }),
      'Good g: its quantities are too large and too fine to be added up exactly',
    ],
    [
      'a field of an older format',
      { bidders: [{ name: 'a', bids: [{ v: 1, q: {}, divisible: true }] }] },
      'Bidder a, bid 1: divisible is not known',
    ],
    [
      'a misspelt setting',
      { bidders: [], free_disposals: false },
      'free_disposals is not known; did you mean free_disposal?',
    ],
    [
      'a setting that is neither true nor false',
      { bidders: [], free_disposal: 'no' },
      'free_disposal must be true or false',
    ],
  ])('is refused for %s', (_, file, sentence) => {
    expect(faultsOf(() => readGenericBids({ ...file }))).toBe(sentence)
  })
})
