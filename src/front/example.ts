/** One market round in small, by which the start page shows how prices are made; amounts in pounds. A test has the engine work it out. */
export const EXAMPLE = {
  /** A landholder's wetland: the least it is asked for, and what checking and looking after it costs besides. */
  wetland: {
    name: 'A wetland',
    who: 'Landholder',
    kilograms: 60,
    offer: 100_000,
    costs: 30_000,
    receives: 135_000,
  },
  /** Developments that need nitrogen kept out of the river: the most that each would pay, and what it pays. */
  developments: [
    { name: '90 homes', who: 'First builder', kilograms: 30, bid: 80_000, pays: 75_000 },
    { name: 'A care home', who: 'Second builder', kilograms: 18, bid: 40_000, pays: 35_000 },
    { name: 'A school', who: 'County council', kilograms: 12, bid: 30_000, pays: 25_000 },
  ],
  surplus: 20_000,
  share: 5_000,
} as const
