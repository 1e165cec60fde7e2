import type { Units } from '@credit-market/values/units'

/** Units of one type that a project has on a date: free ones in its reserve, and those that others rely on. */
export interface ProjectReserve {
  reserve: Units
  relied: Units
}

/** How far the reserve of a market goes for one credit type on a date. */
export interface ReserveSufficiency {
  /** Units in reserve that have not failed and replace nothing. */
  reserve: Units
  /** Units that someone holds and that are delivered, including those that replace failed ones. */
  outstanding: Units
  /** Units of the project on which most units rest. */
  largest: Units
  /** Units of that project that the reserve of the other projects could replace, by number. */
  covered: Units
}

/**
 * Says how far the reserve goes: its units, the units outstanding, and how many units of the largest project the reserve of all
 * others would cover (decision 0193). Places and habitats are left out, so fewer may be covered in fact.
 */
export const sufficiencyOfReserve = (projects: readonly ProjectReserve[]): ReserveSufficiency => {
  const reserve = projects.reduce((sum, one) => sum + one.reserve, 0)
  const outstanding = projects.reduce((sum, one) => sum + one.relied, 0)
  const largest = Math.max(0, ...projects.map(({ relied }) => relied))
  // If several projects are the largest, the one that holds most of the reserve counts: its own reserve would fail with it.
  const own = Math.max(0, ...projects.filter(({ relied }) => relied === largest).map(one => one.reserve))
  return { reserve, outstanding, largest, covered: Math.min(largest, reserve - own) }
}

/** Share of a whole, to four decimals; null of nothing. */
export const shareOfUnits = (part: Units, whole: Units): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
