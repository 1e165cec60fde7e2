/** As what an organisation takes part in a round. */
export const CAPACITIES = ['Supplier', 'Buyer', 'Investor'] as const
export type Capacity = (typeof CAPACITIES)[number]

/** A capacity within a sentence: "a supplier", "an investor". */
export const inSentence = (capacity: Capacity): string =>
  `${capacity === 'Investor' ? 'an' : 'a'} ${capacity.toLowerCase()}`
