import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { penceOf, type Pence } from '@credit-market/values/money'
import type { Round } from '#domain/round/round'
import type { Units } from '@credit-market/values/units'
import { type AmountComparison, unusualAmountWarning } from '#domain/prices/unusual-amount'
import type { Read } from '../kit/changes.ts'
import { withHint, notStored, optional, toggle } from '../kit/fields.ts'

/** An amount in pounds that is being typed, and the amount it is compared with, if there is one. */
export interface ComparedAmount {
  pounds: number | null | undefined
  with: AmountComparison | null
}

/**
 * The checkbox that confirms an unusual amount. A form shows it only if the amount is unusual, so
 * `checkUnusualAmountsConfirmed` requires it, not the field itself.
 */
export const confirmAmountField = withHint(
  notStored(optional({ ...toggle('This amount is correct'), type: 'Checkbox' as const })),
  'Tick this if the amount is right, even though it is more than five times your last amount, or less than a fifth of that amount. We compare a first amount with published prices instead. Programs that use the API send true.',
)

/** Comparison with the last amount of the same party; null if there is none. */
export const compareWithLastAmount = (amount: Pence | null, called: string): AmountComparison | null =>
  amount === null ? null : { low: amount, high: amount, called }

/** Units of one credit type. */
interface Quantity {
  creditType: CreditType
  units: Units
}

/**
 * Comparison with the value of these units at the market's last published prices; null without units, or if one of
 * their types has no published price.
 */
export const compareWithPublishedPrices = async (
  read: Read,
  { marketId }: Pick<Round, 'marketId'>,
  quantities: readonly Quantity[],
): Promise<AmountComparison | null> => {
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
    called: `the cost of its units at the published prices of ${rounds.join(' and ')}`,
  }
}

/** The reason why each unusual amount is unusual, with both figures. */
export const unusualAmountWarnings = (amounts: readonly ComparedAmount[]): string[] =>
  amounts.flatMap(one =>
    one.with && typeof one.pounds === 'number'
      ? (unusualAmountWarning(penceOf(one.pounds), one.with) ?? [])
      : [],
  )

/** Refuses an unusual amount that is not confirmed, with both figures and the remedy. */
export const checkUnusualAmountsConfirmed = (
  isConfirmed: boolean | null | undefined,
  amounts: readonly ComparedAmount[],
): { confirmsAmount?: string } => {
  const why = unusualAmountWarnings(amounts)
  return why.length > 0 && isConfirmed !== true
    ? { confirmsAmount: `${why.join('. ')}. Change the amount, or tick that it is correct` }
    : {}
}
