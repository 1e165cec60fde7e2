/** Pricing rules of the command line; only balanced winner contributions is ever used by a round. */
export const RULES = ['bwc', 'vcg', 'pab'] as const

/** A pricing rule by its short name. */
export type Rule = (typeof RULES)[number]
