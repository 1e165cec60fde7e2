import { expect, it } from 'vitest'
import { latLongToGrid } from '../place/osgb.ts'
import { metresPerPlaneUnit, projectToPlane } from './plane.ts'
import { calculateScaleBar } from './scale-bar.ts'

it.each([
  [1, 120, 100, '100 m'],
  [1.7, 120, 200 / 1.7, '200 m'],
  [0.2, 120, 100, '20 m'],
  [9, 120, 1000 / 9, '1 km'],
  [60, 120, 5000 / 60, '5 km'],
])('at %s metres per pixel a bar of at most %s pixels is a round distance', (scale, most, pixels, label) => {
  expect(calculateScaleBar(scale, most)).toEqual({ pixels, label })
})

it('a kilometre of the National Grid is a kilometre at the scale of the projection, in the south and the north', () => {
  for (const latitude of [50.2, 52.9, 55.6]) {
    const [from, to] = [-2.01, -1.99].map(longitude => ({ latitude, longitude }))
    const [one, other] = [latLongToGrid(from!), latLongToGrid(to!)]
    const onGrid = Math.hypot(other.easting - one.easting, other.northing - one.northing)
    const onPlane = (projectToPlane(to!).x - projectToPlane(from!).x) * metresPerPlaneUnit(latitude)
    expect(onPlane / onGrid).toBeCloseTo(1, 2)
  }
})
