import { expect, it } from 'vitest'
import { placeForOthers } from './disclosed.ts'

const farm = { gridReference: 'ST 436 211', latitude: 50.98698, longitude: -2.804185 }

it('others are told the exact place, a square that hides it, or none, by the finer of owner and market', () => {
  expect(placeForOthers({ ...farm, placePrecision: 'exact' }, 'catchment')).toEqual({
    ...farm,
    precision: 'exact',
  })
  const nothing = { precision: 'catchment', gridReference: null, latitude: null, longitude: null }
  expect(placeForOthers({ ...farm, placePrecision: 'catchment' }, 'catchment')).toEqual(nothing)
  const square = placeForOthers({ ...farm, placePrecision: 'catchment' }, 'square')
  expect(square).toMatchObject({ precision: 'square', gridReference: 'ST42SW' })
  // All that lies in the same square is told alike.
  const neighbour = { gridReference: 'ST 401 201', latitude: 50.97773, longitude: -2.853958 }
  expect(placeForOthers({ ...neighbour, placePrecision: 'square' }, 'catchment')).toEqual(square)
  const north = { gridReference: 'ST 456 271', latitude: 51.0411, longitude: -2.7766 }
  expect(placeForOthers({ ...north, placePrecision: 'square' }, 'catchment').gridReference).toBe('ST42NE')
})

it('what names no place is told only by its text, to those who may know the exact place', () => {
  const lost = { gridReference: 'by the barn', latitude: null, longitude: null } as const
  expect(placeForOthers({ ...lost, placePrecision: 'exact' }, 'exact')).toEqual({
    ...lost,
    precision: 'exact',
    gridReference: null,
  })
})
