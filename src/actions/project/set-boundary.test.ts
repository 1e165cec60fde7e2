import { expect, it } from 'vitest'
import { createFormFacts } from '#test/builders/act'
import { formWarnings } from '../kit/judge.ts'
import { setBoundary } from './set-boundary.ts'

const square = (east: number) => [
  [
    [east, 121_000],
    [east + 100, 121_000],
    [east + 100, 121_100],
    [east, 121_100],
    [east, 121_000],
  ],
]

it('a boundary of several areas cannot be corrected by its corners, and the form says so', () => {
  const warned = (how: string, outline: unknown) =>
    formWarnings(setBoundary, { how }, {}, createFormFacts({ outline, isFromFile: true }))
  const two = [square(343_000), square(344_000)]
  expect(warned('Corners', two).corners).toContain('has several areas')
  expect(warned('Corners', [square(343_000)])).toEqual({})
  expect(warned('File', two)).toEqual({})
})
