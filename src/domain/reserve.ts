import type { Units } from './units.ts'

/** What a reserve keeps of a quantity: at least its percentage, so that a begun ten-thousandth is kept whole. */
export const keptOf = (units: Units, basisPoints: number): Units => Math.ceil((units * basisPoints) / 10_000)
