import { penceOf, type Pence } from '#domain/money'
import { type Comparison, whyUnusual } from '#domain/unusual-amount'
import { hinted, notStored, optional, toggle } from '../kit/fields.ts'

/** An amount in pounds as it is being typed, and what it is compared with, where anything is known. */
export interface Compared {
  pounds: number | null | undefined
  with: Comparison | null
}

/** The tick that confirms an unusual amount. It is asked only with one, so it is required by `refuseUnconfirmed` and not by itself. */
export const confirmsAmount = hinted(
  notStored(optional({ ...toggle('The amount is right'), type: 'Checkbox' as const })),
  'Asked where an amount is more than five times the last one, or less than a fifth of it. Programs send true.',
)

/** Comparison with the last amount of the same party; null where there is none, or where the reader may not know it. */
export const lastAmount = (amount: Pence | null, called: string): Comparison | null =>
  amount === null ? null : { low: amount, high: amount, called }

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
