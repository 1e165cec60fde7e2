import { englishNumberFormat } from './formats.ts'

/** Money is a whole number of pence, never a fraction and never a float of pounds. */
export type Pence = number

/** Converts pounds as people type and read them to whole pence. */
export const penceOf = (pounds: number): Pence => Math.round(pounds * 100)

/** Converts whole pence to pounds, for the interface and for people. */
export const poundsOf = (pence: Pence): number => pence / 100

const wholePounds = englishNumberFormat({
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
})
const poundsAndPence = englishNumberFormat({ style: 'currency', currency: 'GBP' })

/** GBP without decimals by default, as section 9 of the specification says; with pence on request. */
export const showMoney = (pence: Pence, withPence = false): string =>
  (withPence ? poundsAndPence : wholePounds).format(pence / 100)
