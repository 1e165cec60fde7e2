import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { pricePerUnit, type NoPriceReason } from '#domain/prices/price'
import { toUnits } from '@credit-market/values/units'
import { Money } from './amounts.tsx'

/** Units of one credit type, as the API sends them. */
export interface PricedUnits {
  creditType: CreditType
  units: number
}

/** Price per unit under an amount, in pounds, or the reason why there is none. */
export const UnitPrice = ({
  price,
  of,
}: {
  price: number | NoPriceReason
  /**
   * The unit, such as `unit supplied`, if there is space for it; then a missing price is explained in full,
   * too.
   */
  of?: string
}) => (
  <div className="quiet small per-unit">
    {typeof price === 'number' ? (
      <>
        <Money pounds={price} /> per {of ?? 'unit'}
      </>
    ) : of ? (
      `No price per ${of}: ${price}`
    ) : (
      <span title={`No price per unit: ${price}`}>{price}</span>
    )}
  </div>
)

/** Price per unit under an amount in pounds, calculated from the units that the amount pays for. */
export const PerUnit = ({
  pounds,
  quantities,
  of,
}: {
  pounds: number | null
  quantities: readonly PricedUnits[]
  of?: string
}) => {
  if (pounds === null) return null
  const price = pricePerUnit(
    penceOf(pounds),
    quantities.map(({ creditType, units }) => ({ creditType, units: toUnits(units) })),
  )
  return <UnitPrice price={typeof price === 'string' ? price : poundsOf(price)} of={of} />
}
