import { expect, it } from 'vitest'
import { planeToLatLong, projectToPlane } from './plane.ts'

it.each([
  ['Martock', { latitude: 50.97, longitude: -2.76 }],
  ['Berwick', { latitude: 55.77, longitude: -2.0 }],
  ['Lowestoft', { latitude: 52.47, longitude: 1.75 }],
])('finds %s again from its point of the plane', (_, place) => {
  const { latitude, longitude } = planeToLatLong(projectToPlane(place))
  expect(latitude).toBeCloseTo(place.latitude, 6)
  expect(longitude).toBeCloseTo(place.longitude, 6)
})
