import type { Pence } from '@credit-market/values/money'

const floorDivision = (value: bigint, by: bigint): bigint => {
  const quotient = value / by
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient
}

/**
 * Divides pence in proportion to whole-number weights, which may be negative but do not add up to zero: each part is rounded down, and
 * the pence that remain go to the parts with the largest remainders, the first of equal ones. The parts add up to the amount.
 */
export const divideByLargestRemainder = (amount: Pence, weights: readonly number[]): Pence[] => {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) throw new Error('Weights that add up to zero divide nothing')
  const sign = all < 0n ? -1n : 1n
  const parts = weights.map((weight, at) => {
    const exact = BigInt(amount) * BigInt(weight) * sign
    const whole = floorDivision(exact, all * sign)
    return { at, whole, remainder: exact - whole * all * sign }
  })
  const left = amount - Number(parts.reduce((sum, { whole }) => sum + whole, 0n))
  const raised = new Set(
    parts
      .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
      .slice(0, left)
      .map(({ at }) => at),
  )
  return parts.map(({ at, whole }) => Number(whole) + (raised.has(at) ? 1 : 0))
}
