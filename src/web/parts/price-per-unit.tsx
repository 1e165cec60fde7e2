import type { CreditType } from '#domain/credit-type'
import { penceOf, poundsOf } from '#domain/money'
import { pricePerUnit } from '#domain/price'
import { unitsOf } from '#domain/units'
import { Money } from './amounts.tsx'

/** Units off the wire, of one credit type. */
export interface PricedUnits {
  creditType: CreditType
  units: number
}

/** The price per unit that stands beside or below an amount of pounds; where there is none, a dash that says why. */
export const PerUnit = ({
  pounds,
  quantities,
  of = 'unit',
}: {
  pounds: number | null
  quantities: readonly PricedUnits[]
  /** What one is, where that is not clear: `unit sold`. */
  of?: string
}) => {
  if (pounds === null) return null
  const price = pricePerUnit(
    penceOf(pounds),
    quantities.map(({ creditType, units }) => ({ creditType, units: unitsOf(units) })),
  )
  return (
    <div className="quiet small per-unit">
      {typeof price === 'string' ? (
        <span title={price}>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{price}</span> per {of}
        </span>
      ) : (
        <>
          <Money pounds={poundsOf(price)} /> per {of}
        </>
      )}
    </div>
  )
}
