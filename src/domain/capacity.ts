/** As what an organisation takes part in a round. */
export const CAPACITIES = ['Supplier', 'Buyer', 'Investor'] as const
export type Capacity = (typeof CAPACITIES)[number]
