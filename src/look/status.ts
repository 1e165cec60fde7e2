import type { StatusTone } from '#contract/kit/noun'

/** Class with the colours of a tone. */
export const toneClass = (tone: StatusTone): string => `tone-${tone}`

/** Classes of a status: a word on a background of its tone. */
export const statusClass = (tone: StatusTone): string => `status ${toneClass(tone)}`
