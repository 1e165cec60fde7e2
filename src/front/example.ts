/**
 * Small market round with which the start page explains prices; amounts in pounds. A test has the engine
 * calculate it.
 */
export const PRICE_EXAMPLE = {
  /**
   * Wetland of a landholder: its offer, the least it will accept, and the additional costs of checks and
   * maintenance.
   */
  wetland: {
    name: 'A wetland',
    who: 'Landholder',
    kilograms: 60,
    offer: 100_000,
    costs: 30_000,
    receives: 135_000,
  },
  /**
   * Developments that need nitrogen kept out of the river: the bid, the most each would pay, and what it
   * pays.
   */
  developments: [
    { name: '90 homes', who: 'First builder', kilograms: 30, bid: 80_000, pays: 75_000 },
    { name: 'A care home', who: 'Second builder', kilograms: 18, bid: 40_000, pays: 35_000 },
    { name: 'A school', who: 'County council', kilograms: 12, bid: 30_000, pays: 25_000 },
  ],
  surplus: 20_000,
  share: 5_000,
} as const
