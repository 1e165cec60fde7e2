import type { MatchReserve } from '#domain/match-problem'

/**
 * Quantities are compared in ten-thousandths of a ten-thousandth, so that a reserve never needs a fraction.
 */
export const FINE = 10_000

/**
 * How much of each quantity counts, in ten-thousandths: demand is raised or supply is cut (market rules
 * 2.2).
 */
export interface ReserveFactors {
  ongoing: number
  additional: number
  supply: number
}

/** The one place that says what a reserve of rho means: demand x (1 + rho), or supply x (1 - rho). */
export const reserveFactors = (reserve: MatchReserve | null): ReserveFactors => {
  const points = reserve?.basisPoints ?? 0
  switch (reserve?.appliesTo) {
    case 'allDemand':
      return { ongoing: FINE + points, additional: FINE + points, supply: FINE }
    case 'ongoingDemand':
      return { ongoing: FINE + points, additional: FINE, supply: FINE }
    case 'supply':
      return { ongoing: FINE, additional: FINE, supply: FINE - points }
    default:
      return { ongoing: FINE, additional: FINE, supply: FINE }
  }
}
