/** Kinds of founding, permanent for an installation: a market of real people, or a demonstration. */
export const MARKET_FOUNDING_KINDS = ['real', 'demonstration'] as const
export type MarketFounding = (typeof MARKET_FOUNDING_KINDS)[number]

/** Word that a system administrator types to reload the demonstration market, which deletes all changes in it. */
export const RESET_CONFIRMATION_WORD = 'reset-database'
