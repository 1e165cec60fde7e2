import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { addYears, type Day } from '@credit-market/values/dates'
import { yearsOfDuration } from './project.ts'
import type { Service } from './service.ts'
import type { Units } from '@credit-market/values/units'

/** Land that a site claims for certified credits, in square metres. */
export interface LandClaim {
  site: string
  area: Units
}

/** A piece of land inside the outlines of exactly these sites, in square metres. */
export interface GroundPieceOfSites {
  sites: readonly string[]
  area: Units
}

/** Sites that together claim more land than their outlines have. */
export interface OversoldSites {
  sites: string[]
  claimed: Units
  area: Units
}

/**
 * Areas are typed in hundredths of a hectare, so half of one, 50 square metres, is rounding and not land sold twice.
 */
const ROUNDING: Units = 50

type Sold = Pick<
  Service,
  'type' | 'status' | 'size' | 'sizeUnit' | 'mitigationBegins' | 'duration' | 'projectId'
>

const isOn = ({ mitigationBegins, duration }: Sold, day: Day): boolean => {
  const years = yearsOfDuration(duration)
  return mitigationBegins <= day && (years === null || day < addYears(mitigationBegins, years))
}

/**
 * Claims of services for each credit type on each day on which a service begins: claims do not grow between such
 * days. Types may share land (nitrogen and phosphorus come from the same change); credits of one type may not. Only
 * services measured in hectares take up area.
 */
export const listLandClaims = (
  services: readonly Sold[],
): { type: CreditType; day: Day; claims: LandClaim[] }[] => {
  const measured = services.filter(({ sizeUnit }) => sizeUnit === 'Ha')
  const moments = new Map(measured.map(one => [`${one.type} ${one.mitigationBegins}`, one]))
  return [...moments.values()].map(({ type, mitigationBegins: day }) => {
    const areas = new Map<string, Units>()
    for (const one of measured)
      if (one.type === type && isOn(one, day))
        areas.set(one.projectId, (areas.get(one.projectId) ?? 0) + one.size)
    return { type, day, claims: [...areas].map(([site, area]) => ({ site, area })) }
  })
}

/** Most hectares that the services of one project take up at a time, by credit type; refused services do not count. */
export const maxHectaresTaken = (services: readonly Sold[]): { type: CreditType; area: Units }[] => {
  const most = new Map<CreditType, Units>()
  for (const { type, claims } of listLandClaims(services.filter(({ status }) => status !== 'NotCertified')))
    most.set(type, Math.max(most.get(type) ?? 0, claims[0]?.area ?? 0))
  return [...most].map(([type, area]) => ({ type, area }))
}

/** One step of a path: a site takes from a ground, after another step; -1 for none. */
interface Step {
  site: string
  ground: number
  before: number
}

interface Flow {
  /** Remaining need of each site, and free area of each ground. */
  wanting: Map<string, number>
  free: number[]
  /** For each site, the area assigned to it on each piece of ground. */
  given: Map<string, number[]>
}

/**
 * Finds a path from a site that needs land to free ground, over sites that could be moved; also returns the sites
 * reached.
 */
const wayToFree = ({ free, given }: Flow, grounds: readonly GroundPieceOfSites[], from: string) => {
  const steps: Step[] = []
  const reached = new Set([from])
  const queue: { site: string; before: number }[] = [{ site: from, before: -1 }]
  const seen = new Set<number>()
  for (const { site, before } of queue)
    for (const [ground, { sites }] of grounds.entries()) {
      if (seen.has(ground) || !sites.includes(site)) continue
      seen.add(ground)
      const step = steps.push({ site, ground, before }) - 1
      if (free[ground]! > 0) return { way: step, steps, reached }
      for (const [other, its] of given)
        if (!reached.has(other) && its[ground]! > 0) {
          reached.add(other)
          queue.push({ site: other, before: step })
        }
    }
  return { way: undefined, steps, reached }
}

/**
 * Checks that every site has land for its claim and no ground serves two. Sites with shared ground may claim it as
 * long as all fit into their outlines: by Hall's theorem, they fit unless a group of sites claims more than its
 * outlines have, and such a group is the answer. Land is assigned and moved between claims until all are met or the
 * group is found.
 */
export const findOversoldSites = (
  asked: string,
  claims: readonly LandClaim[],
  grounds: readonly GroundPieceOfSites[],
): OversoldSites | undefined => {
  const flow: Flow = {
    wanting: new Map(claims.map(({ site, area }) => [site, Math.max(0, area - ROUNDING)])),
    free: grounds.map(({ area }) => area),
    given: new Map(claims.map(({ site }) => [site, grounds.map(() => 0)])),
  }
  // Other sites come first: this site does not answer for what they already lack.
  for (const site of [...flow.wanting.keys()].toSorted((a, b) => Number(a === asked) - Number(b === asked)))
    while (flow.wanting.get(site)! > 0) {
      const { way, steps, reached } = wayToFree(flow, grounds, site)
      if (way === undefined && site === asked) return groupOf(claims, grounds, reached)
      if (way === undefined) break
      moveAlong(flow, steps, way, site)
    }
  return undefined
}

const groupOf = (
  claims: readonly LandClaim[],
  grounds: readonly GroundPieceOfSites[],
  reached: ReadonlySet<string>,
): OversoldSites => ({
  sites: [...reached],
  claimed: claims.filter(({ site }) => reached.has(site)).reduce((sum, { area }) => sum + area, 0),
  area: grounds
    .filter(({ sites }) => sites.some(site => reached.has(site)))
    .reduce((sum, { area }) => sum + area, 0),
})

/** Each site on the path takes from the next ground, and releases as much of its own. */
const moveAlong = (
  { wanting, free, given }: Flow,
  steps: readonly Step[],
  last: number,
  from: string,
): void => {
  const way: Step[] = []
  for (let at = last; at >= 0; at = steps[at]!.before) way.unshift(steps[at]!)
  const most = way.slice(1).map(({ site }, index) => given.get(site)![way[index]!.ground]!)
  const much = Math.min(wanting.get(from)!, free[way.at(-1)!.ground]!, ...most)
  for (const [index, { site, ground }] of way.entries()) {
    given.get(site)![ground]! += much
    if (index > 0) given.get(site)![way[index - 1]!.ground]! -= much
  }
  free[way.at(-1)!.ground]! -= much
  wanting.set(from, wanting.get(from)! - much)
}
