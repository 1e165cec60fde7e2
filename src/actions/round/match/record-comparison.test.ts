import { expect, it } from 'vitest'
import { runActionForChanges } from '#test/builders/act'
import { aRound } from '#test/builders/market'
import { recordComparison } from './record-comparison.ts'

const compared = (own: number | null) =>
  runActionForChanges(
    recordComparison,
    aRound({ status: 'Matched' }),
    { surplus: own },
    { reads: { id: 'result', solution: { surplus: 100_000, warnings: [] } } },
  )

it('the operator sees the surplus of a better engine match, and the audit trail mentions it without amounts', () => {
  const [updated, remarked] = compared(150_000)
  expect(JSON.stringify(updated)).toContain('£1,500.00')
  expect(remarked).toMatchObject({
    change: 'remark',
    message: "The engine's own match has a greater surplus.",
  })
})

it('the audit trail says when the engine finds no better match', () => {
  expect(compared(100_000)[1]).toMatchObject({ message: "The engine's own match has no greater surplus." })
  expect(compared(null)[1]).toMatchObject({
    message: 'The engine could not make a match of its own to compare this one with.',
  })
})
