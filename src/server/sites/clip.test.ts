import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outlineArea, type SiteOutline } from '#domain/land/site-outline'
import { areaOutsideOutlines, sharedAreaOfOutlines, clipToBox } from './clip.ts'

const BOX = [200, 200, 600, 500] as const
const asOutline: SiteOutline = [
  [
    [
      [200, 200],
      [600, 200],
      [600, 500],
      [200, 500],
      [200, 200],
    ],
  ],
]

/** A star around the middle of the ground: its corners have increasing angles, so that it does not cross itself. */
const stars = fc
  .array(fc.integer({ min: 20, max: 500 }), { minLength: 3, maxLength: 24 })
  .map((radii): SiteOutline => {
    const corners = radii.map((radius, at): [number, number] => {
      const angle = (2 * Math.PI * at) / radii.length
      return [400 + radius * Math.cos(angle), 350 + radius * Math.sin(angle)]
    })
    return [[[...corners, corners[0]!]]]
  })

const lengthOf = ([[ring = []] = []]: SiteOutline): number =>
  ring.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = ring[at - 1] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)

it('the part of an outline within a box has the area that both share', () => {
  fc.assert(
    fc.property(stars, star => {
      const part = clipToBox(star, BOX)
      const shared = sharedAreaOfOutlines(star, asOutline)
      expect(Math.abs(outlineArea(part) - shared)).toBeLessThanOrEqual(1)
      // Clipped to the metre where its cut sides almost coincide with those of the whole.
      const outside = areaOutsideOutlines(star, [part])
      expect(Math.abs(outside - (outlineArea(star) - shared))).toBeLessThanOrEqual(1 + lengthOf(star))
      for (const [x, y] of part.flat(2)) expect(x >= 200 && x <= 600 && y >= 200 && y <= 500).toBe(true)
    }),
  )
})

it('an outline outside a box has no part within it, and one inside is whole', () => {
  const far: SiteOutline = [
    [
      [
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 0],
      ],
    ],
  ]
  expect(clipToBox(far, BOX)).toEqual([])
  const around: SiteOutline = [
    [
      [
        [0, 0],
        [900, 0],
        [900, 900],
        [0, 900],
        [0, 0],
      ],
    ],
  ]
  expect(outlineArea(clipToBox(around, BOX))).toBe(400 * 300)
})
