import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAP_PLANE } from '#domain/map/plane'
import { moveViewport, zoomViewport, screenPosition, fitViewport } from './view.ts'

const SIZE = { width: 800, height: 500 }
const POINT = fc.record({
  x: fc.double({ min: 60, max: MAP_PLANE.width - 60, noNaN: true }),
  y: fc.double({ min: 60, max: MAP_PLANE.height - 60, noNaN: true }),
})

it('the view of some points contains all of them, with a margin', () => {
  fc.assert(
    fc.property(fc.array(POINT, { minLength: 1, maxLength: 20 }), points => {
      const view = fitViewport(points, { width: 800, height: 1200 })
      for (const point of points) {
        const { x, y } = screenPosition(view, { width: 800, height: 1200 }, point)
        expect(Math.min(x, 800 - x)).toBeGreaterThan(20)
        expect(Math.min(y, 1200 - y)).toBeGreaterThan(20)
      }
    }),
  )
})

it('zooming keeps the point under the pointer in place', () => {
  fc.assert(
    fc.property(POINT, point => {
      const view = fitViewport([{ x: 420, y: 500 }], SIZE)
      const before = screenPosition(view, SIZE, point)
      const at = { x: before.x - SIZE.width / 2, y: before.y - SIZE.height / 2 }
      fc.pre(Math.abs(at.x) < SIZE.width && Math.abs(at.y) < SIZE.height)
      const after = screenPosition(zoomViewport(view, 2, SIZE, at), SIZE, point)
      expect(after.x).toBeCloseTo(before.x, 6)
      expect(after.y).toBeCloseTo(before.y, 6)
    }),
  )
})

it('the map moves by as many pixels as it is dragged', () => {
  const view = fitViewport([{ x: 420, y: 500 }], SIZE)
  const point = { x: 400, y: 480 }
  const [before, after] = [
    screenPosition(view, SIZE, point),
    screenPosition(moveViewport(view, 30, -12), SIZE, point),
  ]
  expect([before.x - after.x, before.y - after.y].map(Math.round)).toEqual([30, -12])
})
