import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clusterPoints, sortInReadingOrder } from './clusters.ts'

const POINTS = fc.array(
  fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) }),
  {
    maxLength: 60,
  },
)

it('every point is in one cluster, and none is further from its first point than the radius', () => {
  fc.assert(
    fc.property(POINTS, fc.integer({ min: 1, max: 90 }), (points, reach) => {
      const clusters = clusterPoints(points, reach)
      const all = clusters.flatMap(({ members }) => members).toSorted((one, other) => one - other)
      expect(all).toEqual([...points.keys()])
      for (const { members } of clusters) {
        const first = points[Math.min(...members)]!
        for (const one of members)
          expect(Math.hypot(points[one]!.x - first.x, points[one]!.y - first.y)).toBeLessThanOrEqual(reach)
      }
    }),
  )
})

it('a single point stays where it is, and no two clusters are closer than the radius', () => {
  fc.assert(
    fc.property(POINTS, fc.integer({ min: 1, max: 90 }), (points, reach) => {
      const clusters = clusterPoints(points, reach)
      for (const [at, one] of clusters.entries())
        for (const before of clusters.slice(0, at))
          expect(Math.hypot(one.x - before.x, one.y - before.y)).toBeGreaterThan(reach)
    }),
  )
  expect(clusterPoints([{ x: 3, y: 4 }], 5)).toEqual([{ x: 3, y: 4, members: [0] }])
})

it('the reading order follows lines from the top', () => {
  const order = sortInReadingOrder(
    [
      { x: 9, y: 2 },
      { x: 1, y: 14 },
      { x: 3, y: 8 },
    ],
    10,
  )
  expect(order.map(({ x }) => x)).toEqual([3, 9, 1])
})
