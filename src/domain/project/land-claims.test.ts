import { expect, it } from 'vitest'
import { listLandClaims, findOversoldSites, maxHectaresTaken } from './land-claims.ts'

const service = (projectId: string, size: number, more: object = {}) => ({
  projectId,
  size,
  type: 'Biodiversity' as const,
  status: 'Certified' as const,
  sizeUnit: 'Ha' as const,
  mitigationBegins: '2027-01-01',
  duration: 'Permanent' as const,
  ...more,
})

it('sites that share ground may claim it as long as all of them fit', () => {
  // Ten hectares each, of which four are in both.
  const grounds = [
    { sites: ['a'], area: 60_000 },
    { sites: ['a', 'b'], area: 40_000 },
    { sites: ['b'], area: 60_000 },
  ]
  const claim = (a: number, b: number) =>
    findOversoldSites(
      'b',
      [
        { site: 'a', area: a },
        { site: 'b', area: b },
      ],
      grounds,
    )
  expect(claim(80_000, 80_000)).toBeUndefined()
  expect(claim(100_000, 60_000)).toBeUndefined()
  expect(claim(100_000, 60_101)).toEqual({ sites: ['b', 'a'], claimed: 160_101, area: 160_000 })
  expect(claim(0, 100_051)).toEqual({ sites: ['b'], claimed: 100_051, area: 100_000 })
})

it('three sites that fit in pairs but not all together are refused', () => {
  const grounds = [{ sites: ['a', 'b', 'c'], area: 100_000 }]
  const claims = ['a', 'b', 'c'].map(site => ({ site, area: 40_000 }))
  expect(findOversoldSites('c', claims.slice(0, 2), grounds)).toBeUndefined()
  expect(findOversoldSites('c', claims, grounds)).toEqual({
    sites: ['c', 'a', 'b'],
    claimed: 120_000,
    area: 100_000,
  })
})

it('a site answers for its own claims, not for excess claims of others', () => {
  const grounds = [
    { sites: ['a'], area: 10_000 },
    { sites: ['b'], area: 50_000 },
  ]
  const claims = [
    { site: 'a', area: 90_000 },
    { site: 'b', area: 50_000 },
  ]
  expect(findOversoldSites('b', claims, grounds)).toBeUndefined()
})

it('land is claimed by type and period: other types, other periods and kilometres take none', () => {
  const claims = listLandClaims([
    service('a', 40_000),
    service('a', 20_000, { type: 'NutrientMitigationNitrogen', duration: 'OneYear' }),
    service('b', 30_000, { type: 'NutrientMitigationNitrogen', mitigationBegins: '2028-01-01' }),
    service('b', 10_000, { mitigationBegins: '2029-01-01' }),
    service('b', 90_000, { sizeUnit: 'Km' }),
  ])
  expect(claims.map(({ type, day, claims: its }) => [type, day, its])).toEqual([
    ['Biodiversity', '2027-01-01', [{ site: 'a', area: 40_000 }]],
    ['NutrientMitigationNitrogen', '2027-01-01', [{ site: 'a', area: 20_000 }]],
    ['NutrientMitigationNitrogen', '2028-01-01', [{ site: 'b', area: 30_000 }]],
    [
      'Biodiversity',
      '2029-01-01',
      [
        { site: 'a', area: 40_000 },
        { site: 'b', area: 10_000 },
      ],
    ],
  ])
})

it('the land that services take is the largest total at any time, without refused services', () => {
  const services = [
    service('a', 40_000),
    service('a', 20_000, { mitigationBegins: '2028-01-01' }),
    service('a', 70_000, { status: 'NotCertified' }),
  ]
  expect(maxHectaresTaken(services)).toEqual([{ type: 'Biodiversity', area: 60_000 }])
})
