import { numberFormat } from './formats.ts'

/** A quantity of credits is a whole number of ten-thousandths of a unit. */
export type Units = number

const TEN_THOUSAND = 10_000

/** Units as people type and read them, to integer ten-thousandths. */
export const unitsOf = (quantity: number): Units => Math.round(quantity * TEN_THOUSAND)

/** Integer ten-thousandths to units, for the wire and for people. */
export const quantityOf = (units: Units): number => units / TEN_THOUSAND

const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

const allDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Units to the last ten-thousandth, where somebody relies on each of them. */
export const showExactUnits = (units: Units): string => allDecimals.format(units / TEN_THOUSAND)

/** Units with two decimals, as the specification's section 9 says. */
export const showUnits = (units: Units): string => twoDecimals.format(units / TEN_THOUSAND)
