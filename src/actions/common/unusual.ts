import type { CreditType } from '#domain/credit-type'
import { penceOf, type Pence } from '#domain/money'
import type { Round } from '#domain/round'
import type { Units } from '#domain/units'
import { type Comparison, whyUnusual } from '#domain/unusual-amount'
import type { Read } from '../kit/changes.ts'
import { hinted, notStored, optional, toggle } from '../kit/fields.ts'

/** An amount in pounds as it is being typed, and what it is compared with, where anything is known. */
export interface Compared {
  pounds: number | null | undefined
  with: Comparison | null
}

/** The tick that confirms an unusual amount. It is asked only with one, so it is required by `refuseUnconfirmed` and not by itself. */
export const confirmsAmount = hinted(
  notStored(optional({ ...toggle('The amount is right'), type: 'Checkbox' as const })),
  'Asked where an amount is more than five times, or less than a fifth of, the last one or, for a first one, what its units cost by published prices. Programs send true.',
)

/** Comparison with the last amount of the same party; null where there is none. */
export const lastAmount = (amount: Pence | null, called: string): Comparison | null =>
  amount === null ? null : { low: amount, high: amount, called }

/** Units of one credit type. */
interface Quantity {
  creditType: CreditType
  units: Units
}

/**
 * Comparison with what these units come to at the prices that were last published in the market; null where nothing is
 * published of one of their types, and where there are none.
 */
export const atPublishedPrices = async (
  read: Read,
  { marketId }: Pick<Round, 'marketId'>,
  quantities: readonly Quantity[],
): Promise<Comparison | null> => {
  const some = quantities.filter(({ units }) => units > 0)
  const ranges = await Promise.all(some.map(({ creditType }) => read.priceRange(creditType, marketId)))
  const at = (end: 'low' | 'high') =>
    some.reduce(
      (sum, { units }, index) => sum + Math.round(((ranges[index]?.[end] ?? 0) * units) / 10_000),
      0,
    )
  const rounds = [...new Set(ranges.map(range => range?.round))]
  if (some.length === 0 || rounds.includes(undefined)) return null
  return {
    low: at('low'),
    high: at('high'),
    called: `what its units cost by the prices published of ${rounds.join(' and ')}`,
  }
}

/** Why each unusual amount among these is unusual; both figures are named. */
export const unusualAmounts = (amounts: readonly Compared[]): string[] =>
  amounts.flatMap(one =>
    one.with && typeof one.pounds === 'number' ? (whyUnusual(penceOf(one.pounds), one.with) ?? []) : [],
  )

/** Refuses an unusual amount that is not confirmed, with both figures and the remedy. */
export const refuseUnconfirmed = (
  isConfirmed: boolean | null | undefined,
  amounts: readonly Compared[],
): { confirmsAmount?: string } => {
  const why = unusualAmounts(amounts)
  return why.length > 0 && isConfirmed !== true
    ? { confirmsAmount: `${why.join('. ')}. Change it, or tick that it is right` }
    : {}
}
