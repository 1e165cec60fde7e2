/** As what an installation was founded, once and for good: a market of real people, or one to try things out in. */
export const FOUNDINGS = ['real', 'demonstration'] as const
export type Founding = (typeof FOUNDINGS)[number]
