/**
 * What words that people meet on screen mean, in one sentence each: pages and forms show them beside the words, and the
 * glossary (`docs/glossary.md`) says the same, which a test compares.
 */
export const TERMS = {
  ongoing: 'Nutrient units that are needed for ever.',
  additional: 'Nutrient units that are needed on top of the ongoing ones, until the AMP end.',
  'AMP end': 'The day on which additional nutrient need ends; from then on only the ongoing part is needed.',
  longstop: 'The latest day on which delivery of a project may start.',
  distinctiveness: 'How rare a habitat is in the statutory metric.',
  condition: 'How good a habitat will be in the statutory metric.',
  module: 'Whether a habitat is measured by area, along a line or along a river; the three never mix.',
  divisible: 'A requirement of which a part may be won.',
  'redemption date': 'The day from which the credits are needed.',
  holding:
    'The line of a balance sheet that a credit stands in: unsold, reserve, rights created or allocated, issued, redeemed, retired.',
  certified: 'Units to which a standard applies: all that may be sold, and the sum of a balance sheet.',
  unsold: 'Certified units that nobody has bought, among them what a settlement left unused.',
  reserve: 'The part of demand or supply a round holds back against failure.',
  'rights created': 'What a winner has from settlement on, before credits are issued.',
  'rights allocated': 'Rights for which agreement and certificate are signed; the credits are issued next.',
  issued: 'Credits of a winner whose project has been verified, ready to be redeemed.',
  redeemed: 'Credits used against the need that they were bought for.',
  retired: 'Credits that have ended: their time is over, or an investor has redeemed them.',
} as const
export type Term = keyof typeof TERMS

const isTerm = (word: string): word is Term => Object.hasOwn(TERMS, word)

const LONGEST_FIRST = Object.keys(TERMS)
  .filter(isTerm)
  .toSorted((a, b) => b.length - a.length)

/** The term that a label is about, if it names one: `Ongoing units` is about ongoing. */
export const termIn = (label: string): Term | null => {
  const words = ` ${label.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `
  return LONGEST_FIRST.find(term => words.includes(` ${term.toLowerCase()} `)) ?? null
}
