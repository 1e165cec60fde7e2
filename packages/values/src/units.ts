import { englishNumberFormat } from './formats.ts'

/** A quantity of credits is a whole number of ten-thousandths of a unit. */
export type Units = number

const TEN_THOUSAND = 10_000

/** Converts units as people type and read them to whole ten-thousandths. */
export const toUnits = (quantity: number): Units => Math.round(quantity * TEN_THOUSAND)

/** Converts whole ten-thousandths to units, for the interface and for people. */
export const unitsToNumber = (units: Units): number => units / TEN_THOUSAND

const twoDecimals = englishNumberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

const allDecimals = englishNumberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Formats units to the last ten-thousandth, for texts that people rely on. */
export const showExactUnits = (units: Units): string => allDecimals.format(units / TEN_THOUSAND)

/** Formats units with two decimals, as section 9 of the specification says. */
export const showUnits = (units: Units): string => twoDecimals.format(units / TEN_THOUSAND)
