import { expect, it } from 'vitest'
import { reducePlacePrecision } from './disclosed.ts'

const farm = { gridReference: 'ST 436 211', latitude: 50.98698, longitude: -2.804185 }

it('others see the exact place, a square around it, or none, by the finer setting of owner and market', () => {
  expect(reducePlacePrecision({ ...farm, placePrecision: 'exact' }, 'catchment')).toEqual({
    ...farm,
    precision: 'exact',
  })
  const nothing = { precision: 'catchment', gridReference: null, latitude: null, longitude: null }
  expect(reducePlacePrecision({ ...farm, placePrecision: 'catchment' }, 'catchment')).toEqual(nothing)
  const square = reducePlacePrecision({ ...farm, placePrecision: 'catchment' }, 'square')
  expect(square).toMatchObject({ precision: 'square', gridReference: 'ST42SW' })
  // All sites in the same square are disclosed in the same way.
  const neighbour = { gridReference: 'ST 401 201', latitude: 50.97773, longitude: -2.853958 }
  expect(reducePlacePrecision({ ...neighbour, placePrecision: 'square' }, 'catchment')).toEqual(square)
  const north = { gridReference: 'ST 456 271', latitude: 51.0411, longitude: -2.7766 }
  expect(reducePlacePrecision({ ...north, placePrecision: 'square' }, 'catchment').gridReference).toBe(
    'ST42NE',
  )
})

it('text that names no known place is shown only to those who may know the exact place', () => {
  const lost = { gridReference: 'by the barn', latitude: null, longitude: null } as const
  expect(reducePlacePrecision({ ...lost, placePrecision: 'exact' }, 'exact')).toEqual({
    ...lost,
    precision: 'exact',
    gridReference: null,
  })
})
