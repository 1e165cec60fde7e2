/** Kinds of founding, permanent for an installation: a market of real people, or a demonstration. */
export const MARKET_FOUNDING_KINDS = ['real', 'demonstration'] as const
export type MarketFounding = (typeof MARKET_FOUNDING_KINDS)[number]
