import type { CreditType } from './credit-type.ts'
import { addYears, type Day } from './dates.ts'
import { yearsOf } from './project.ts'
import type { Service } from './service.ts'
import type { Units } from './units.ts'

/** Land that a site claims for certified credits, in square metres. */
export interface Claim {
  site: string
  area: Units
}

/** A piece of land that lies within the outlines of just these sites, in square metres. */
export interface Ground {
  sites: readonly string[]
  area: Units
}

/** Sites that claim more land together than their outlines have. */
export interface Oversold {
  sites: string[]
  claimed: Units
  area: Units
}

/** Areas are typed in hundredths of a hectare, so half of one, 50 square metres, is rounding and no land sold twice. */
const ROUNDING: Units = 50

type Sold = Pick<
  Service,
  'type' | 'status' | 'size' | 'sizeUnit' | 'mitigationBegins' | 'duration' | 'projectId'
>

const isOn = ({ mitigationBegins, duration }: Sold, day: Day): boolean => {
  const years = yearsOf(duration)
  return mitigationBegins <= day && (years === null || day < addYears(mitigationBegins, years))
}

/**
 * What services claim of the land, for each credit type on each day on which one of them begins: claims are never more
 * between such days. Types may share land (nitrogen and phosphorus come of the same change); credits of one type may not.
 * Only what is measured in hectares takes up area.
 */
export const claimsOf = (services: readonly Sold[]): { type: CreditType; day: Day; claims: Claim[] }[] => {
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

/** The most hectares that the services of one project take up at a time, by credit type; those that were refused do not count. */
export const takenBy = (services: readonly Sold[]): { type: CreditType; area: Units }[] => {
  const most = new Map<CreditType, Units>()
  for (const { type, claims } of claimsOf(services.filter(({ status }) => status !== 'NotCertified')))
    most.set(type, Math.max(most.get(type) ?? 0, claims[0]?.area ?? 0))
  return [...most].map(([type, area]) => ({ type, area }))
}

/** A site takes of a ground, on the way behind another step; -1 for none. */
interface Step {
  site: string
  ground: number
  before: number
}

interface Flow {
  /** What each site still looks for, and what is still free of each ground. */
  wanting: Map<string, number>
  free: number[]
  /** What each site was given of each ground. */
  given: Map<string, number[]>
}

/** The way from a site that wants land to ground that is free, over sites that could be moved; and whom it reached. */
const wayToFree = ({ free, given }: Flow, grounds: readonly Ground[], from: string) => {
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
 * Is there land for the claim of a site beside those of others, so that no ground serves two? Sites that share ground may
 * claim it as long as all of them find room within their outlines: that is so if and only if no group of them claims more
 * than the outlines of the group have (Hall's theorem), which is answered as such a group. Land is given to claims, and
 * moved between them, until all is given or the group is found.
 */
export const oversold = (
  asked: string,
  claims: readonly Claim[],
  grounds: readonly Ground[],
): Oversold | undefined => {
  const flow: Flow = {
    wanting: new Map(claims.map(({ site, area }) => [site, Math.max(0, area - ROUNDING)])),
    free: grounds.map(({ area }) => area),
    given: new Map(claims.map(({ site }) => [site, grounds.map(() => 0)])),
  }
  // Those who have theirs come first: what they lack already is not for this one to answer.
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
  claims: readonly Claim[],
  grounds: readonly Ground[],
  reached: ReadonlySet<string>,
): Oversold => ({
  sites: [...reached],
  claimed: claims.filter(({ site }) => reached.has(site)).reduce((sum, { area }) => sum + area, 0),
  area: grounds
    .filter(({ sites }) => sites.some(site => reached.has(site)))
    .reduce((sum, { area }) => sum + area, 0),
})

/** Each site on the way takes of the next ground, and lets go as much of the one it is asked for. */
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
