import { expect, it } from 'vitest'
import { act } from '#test/builders/act'
import { aRound } from '#test/builders/market'
import { recordComparison } from './record-comparison.ts'

const compared = (own: number | null) =>
  act(
    recordComparison,
    aRound({ status: 'Matched' }),
    { surplus: own },
    { reads: { id: 'result', solution: { surplus: 100_000, warnings: [] } } },
  )

it('a better match of the engine is told to the operator with its surplus, and in the trail without any sum', () => {
  const [updated, remarked] = compared(150_000)
  expect(JSON.stringify(updated)).toContain('£1,500.00')
  expect(remarked).toMatchObject({
    change: 'remark',
    message: "The engine's own match has a greater surplus.",
  })
})

it('where the engine finds nothing better, the trail says so', () => {
  expect(compared(100_000)[1]).toMatchObject({ message: "The engine's own match has no greater surplus." })
  expect(compared(null)[1]).toMatchObject({
    message: 'The engine could not make a match of its own to compare this one with.',
  })
})
