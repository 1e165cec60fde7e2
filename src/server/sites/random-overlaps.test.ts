import { expect, it } from 'vitest'
import { type GridPoint, repairOutline, type SiteOutline } from '#domain/land/site-outline'
import { divideGround, sharedAreaOfOutlines } from './clip.ts'

/** A small seeded generator, so that failures can be reproduced. */
const chanceFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const convex = (chance: () => number): GridPoint[] => {
  const [x, y, radius] = [400_000 + chance() * 900, 300_000 + chance() * 900, 60 + chance() * 250]
  const angles = Array.from({ length: 3 + Math.floor(chance() * 9) }, () => chance() * 2 * Math.PI)
  return angles
    .toSorted((a, b) => a - b)
    .map(angle => [
      Math.round((x + radius * Math.cos(angle)) * 100) / 100,
      Math.round((y + radius * Math.sin(angle)) * 100) / 100,
    ])
}

const area = (ring: readonly GridPoint[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + ((x - 400_000) * (nextY - 300_000) - (nextX - 400_000) * (y - 300_000)) / 2
  }, 0)

/** Intersection of two convex rings (Sutherland and Hodgman): shares no code with the clipper of the product. */
const within = (subject: readonly GridPoint[], clip: readonly GridPoint[]): GridPoint[] =>
  clip.reduce<GridPoint[]>(
    (ring, [ax, ay], at) => {
      const [bx, by] = clip[(at + 1) % clip.length]!
      const side = ([x, y]: GridPoint) => (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      return ring.flatMap((point, place): GridPoint[] => {
        const next = ring[(place + 1) % ring.length]!
        const [here, there] = [side(point), side(next)]
        const part = here / (here - there)
        const cut: GridPoint = [
          point[0] + part * (next[0] - point[0]),
          point[1] + part * (next[1] - point[1]),
        ]
        return [...(here >= 0 ? [point] : []), ...(here >= 0 !== there >= 0 ? [cut] : [])]
      })
    },
    [...subject],
  )

const sites = (seed: number, count: number): SiteOutline[] => {
  const chance = chanceFrom(seed)
  return Array.from({ length: count * 2 }, () => repairOutline([[convex(chance)]]))
    .flatMap(mended => ('outline' in mended ? [mended.outline] : []))
    .slice(0, count)
}

const ringOf = (outline: SiteOutline): readonly GridPoint[] => outline[0]![0]!.slice(0, -1)

it('1,800 pairs of convex sites are checked for overlap without misses or false hits, with the right areas', () => {
  let found = 0
  const all = sites(7, 60)
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const expected = area(within(ringOf(one), ringOf(other)))
      const shared = sharedAreaOfOutlines(one, other)
      expect(Math.abs(shared - expected)).toBeLessThan(0.6)
      found += Number(shared > 0)
    }
  // Both cases have to be frequent enough for the test to mean something.
  expect(found).toBeGreaterThan(200)
  expect(found).toBeLessThan(1500)
})

it('pieces of ground add up to each site and to each overlap', () => {
  const some = sites(11, 7).map((outline, at) => ({ id: String(at), outline }))
  const grounds = divideGround(some)
  const sumOf = (...ids: string[]) =>
    grounds
      .filter(({ sites: its }) => ids.every(id => its.includes(id)))
      .reduce((sum, one) => sum + one.area, 0)
  for (const one of some) {
    expect(Math.abs(sumOf(one.id) - area(ringOf(one.outline)))).toBeLessThan(grounds.length)
    for (const other of some.filter(({ id }) => id > one.id))
      expect(
        Math.abs(sumOf(one.id, other.id) - sharedAreaOfOutlines(one.outline, other.outline)),
      ).toBeLessThan(grounds.length)
  }
})
