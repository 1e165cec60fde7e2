import type { Pence } from '@credit-market/values/money'

/** Held money that falls due in a year, and the balance held after it, in pence. */
export interface HeldYear {
  year: number
  due: Pence
  heldAfter: Pence
}

/** Curve of held money by year, without gaps from the first year to the last. */
export const heldFundsByYear = (parts: readonly { year: number; amount: Pence }[]): HeldYear[] => {
  if (parts.length === 0) return []
  const years = parts.map(({ year }) => year)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  let held = parts.reduce((sum, { amount }) => sum + amount, 0)
  return Array.from({ length: last - first + 1 }, (_, after) => {
    const year = first + after
    const due = parts.reduce((sum, one) => (one.year === year ? sum + one.amount : sum), 0)
    held -= due
    return { year, due, heldAfter: held }
  })
}
