/** Capacities in which an organisation takes part in a round. */
export const CAPACITIES = ['Supplier', 'Buyer', 'Investor'] as const
export type Capacity = (typeof CAPACITIES)[number]

/** A capacity within a sentence, without an article. */
export const CAPACITY_WORDS: Record<Capacity, string> = {
  Supplier: 'supplier',
  Buyer: 'buyer',
  Investor: 'investor',
}

/** A capacity within a sentence: "a supplier", "an investor". */
export const capacityWithArticle = (capacity: Capacity): string =>
  `${capacity === 'Investor' ? 'an' : 'a'} ${CAPACITY_WORDS[capacity]}`
