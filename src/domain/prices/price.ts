import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { showMoney, type Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Reason why an amount has no price per unit. */
export type NoPriceReason = 'several types' | 'no units known'

/**
 * Price of one unit: an amount divided by its units of one credit type. For a bid or a payment of a requirement, the units needed
 * or won at the redemption date, ongoing and additional together; for an offer or a payment to a project, the most units that it
 * supplies or has sold at one time. Units of several types have no common price; then the reason is returned.
 */
export const pricePerUnit = (
  amount: Pence,
  quantities: readonly { creditType: CreditType; units: Units }[],
): Pence | NoPriceReason => {
  const some = quantities.filter(({ units }) => units > 0)
  if (new Set(some.map(({ creditType }) => creditType)).size > 1) return 'several types'
  const units = some.reduce((sum, one) => sum + one.units, 0)
  return units > 0 ? Math.round((amount * 10_000) / units) : 'no units known'
}

/** Price of a unit for an amount while it is typed, or the reason why there is none; undefined without an amount. */
export const pricePerUnitText = (
  amount: Pence | null,
  quantities: readonly { creditType: CreditType; units: Units }[],
): string | undefined => {
  if (!amount) return undefined
  const price = pricePerUnit(amount, quantities)
  return typeof price === 'string' ? NO_PRICE[price] : `${showMoney(price, true)} per unit`
}

const NO_PRICE: Record<NoPriceReason, string> = {
  'several types': 'No price per unit, because there are several types of credit',
  'no units known': 'No price per unit, because the number of units is not known',
}
