/** Price rules of the command line; a round always uses balanced winner contributions (bwc). */
export const PRICE_RULES = ['bwc', 'vcg', 'pab'] as const

export type PriceRule = (typeof PRICE_RULES)[number]
