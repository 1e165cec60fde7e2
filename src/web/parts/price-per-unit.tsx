import type { CreditType } from '#domain/credit-type'
import { penceOf, poundsOf } from '#domain/money'
import { pricePerUnit, type NoPrice } from '#domain/price'
import { unitsOf } from '#domain/units'
import { Money } from './amounts.tsx'

/** Units off the wire, of one credit type. */
export interface PricedUnits {
  creditType: CreditType
  units: number
}

/** A price per unit below an amount, in pounds, or why there is none. */
export const UnitPrice = ({
  price,
  of,
}: {
  price: number | NoPrice
  /** What one is, such as `unit supplied`, where there is room to say so; then it is also said in full why there is no price. */
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

/** The price per unit that stands below an amount of pounds, worked out from what the amount is for. */
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
    quantities.map(({ creditType, units }) => ({ creditType, units: unitsOf(units) })),
  )
  return <UnitPrice price={typeof price === 'string' ? price : poundsOf(price)} of={of} />
}
