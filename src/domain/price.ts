import type { CreditType } from './credit-type.ts'
import { showMoney, type Pence } from './money.ts'
import type { Units } from './units.ts'

/** Why an amount has no price per unit. */
export type NoPrice = 'several types' | 'no units known'

/**
 * The price of one unit: an amount divided by what it is for, units of one credit type. What that is: of a bid or a payment
 * for a requirement the units needed or won at the redemption date, ongoing and additional together; of an offer or what is
 * received for a project the most units that it supplies or has sold at one time. Units of several types have no common
 * price; why there is none is answered in words.
 */
export const pricePerUnit = (
  amount: Pence,
  quantities: readonly { creditType: CreditType; units: Units }[],
): Pence | NoPrice => {
  const some = quantities.filter(({ units }) => units > 0)
  if (new Set(some.map(({ creditType }) => creditType)).size > 1) return 'several types'
  const units = some.reduce((sum, one) => sum + one.units, 0)
  return units > 0 ? Math.round((amount * 10_000) / units) : 'no units known'
}

/** What an amount that is being typed comes to: the price of a unit, or why there is none; nothing while there is no amount. */
export const perUnitText = (
  amount: Pence | null,
  quantities: readonly { creditType: CreditType; units: Units }[],
): string | undefined => {
  if (!amount) return undefined
  const price = pricePerUnit(amount, quantities)
  return typeof price === 'string' ? `No price per unit: ${price}` : `${showMoney(price, true)} per unit`
}
