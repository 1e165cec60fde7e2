const factorial = (n: number): bigint => (n <= 1 ? 1n : BigInt(n) * factorial(n - 1))

const size = (set: number): number => (set === 0 ? 0 : (set & 1) + size(set >> 1))

/**
 * Shapley's formula in whole numbers, then whole pence by largest remainder, ties by id (market rules 3.2 and 3.6.4).
 * `worth` is the value of some of the winners, as bits, together with all losers.
 */
export const shapleySharesInPence = (
  winners: readonly string[],
  worth: (set: number) => bigint,
): Record<string, number> => {
  const count = winners.length
  const values = Array.from({ length: 1 << count }, (_, set) => worth(set))
  const under = factorial(count)
  const exact = winners.map((id, at) => {
    let over = 0n
    for (const [set, value] of values.entries()) {
      if ((set >> at) & 1) continue
      const weight = factorial(size(set)) * factorial(count - size(set) - 1)
      over += weight * (values[set | (1 << at)]! - value)
    }
    return { id, pence: over / under, remainder: over % under }
  })
  const left = values.at(-1)! - exact.reduce((sum, { pence }) => sum + pence, 0n)
  const first = exact.toSorted((a, b) =>
    a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  )
  return Object.fromEntries(
    first.map(({ id, pence }, at) => [id, Number(pence) + (BigInt(at) < left ? 1 : 0)]),
  )
}
