import { numberFormat } from './formats.ts'

/** Money is a whole number of pence, never a fraction and never a float of pounds. */
export type Pence = number

/** Pounds as people type and read them, to integer pence. */
export const penceOf = (pounds: number): Pence => Math.round(pounds * 100)

/** Integer pence to pounds, for the wire and for people. */
export const poundsOf = (pence: Pence): number => pence / 100

const wholePounds = numberFormat({
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
})
const poundsAndPence = numberFormat({ style: 'currency', currency: 'GBP' })

/** GBP without decimals by default, as the specification's section 9 says; with pence where the pence matter. */
export const showMoney = (pence: Pence, withPence = false): string =>
  (withPence ? poundsAndPence : wholePounds).format(pence / 100)
