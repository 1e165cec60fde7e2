/**
 * Explanations of terms on screen, one sentence each. Pages and forms show them next to the terms, and a test compares them with
 * the glossary (`docs/glossary.md`).
 */
export const GLOSSARY_TERMS = {
  ongoing: 'Nutrient units, in kilograms a year, that are needed for ever.',
  additional:
    'Nutrient units, in kilograms a year, that are needed on top of the ongoing ones, until the AMP end.',
  'AMP end': 'The day on which additional nutrient need ends; from then on only the ongoing part is needed.',
  longstop: 'The latest day on which delivery of a project may start.',
  distinctiveness: 'How rare a habitat is in the statutory metric.',
  'strategic significance':
    'How important the location of a habitat is to the local nature recovery strategy.',
  condition: 'The quality that a habitat will have, as graded by the statutory metric.',
  module: 'How a habitat is measured: by area, along a line or along a river; the three never mix.',
  divisible: 'A requirement that may be met in part.',
  'redemption date': 'The day from which the credits are needed.',
  holding:
    'The line of a balance sheet to which a credit belongs: unsold, reserve, rights created or allocated, issued, redeemed, retired.',
  certified:
    'All units certified under a standard: only these can be sold, and they are the total of a balance sheet.',
  unsold: 'Certified units that no one has bought, including units left unused at settlement.',
  reserve: 'The part of demand or supply that a round sets aside in case projects fail.',
  'rights created': 'Credits reserved for a winner when the round is settled, before they are issued.',
  'rights allocated':
    'Credits secured for a winner: the agreement and the certificate are signed, and the credits are issued next.',
  proven:
    'No other match has a surplus even a penny greater: shown in whole numbers, or, where a part of a round is too large for that, on the word of a solver (HiGHS) that calculates with rounded numbers.',
  issued: 'Credits of a winner whose project has been verified, ready to be redeemed.',
  redeemed: 'Credits used for the need that they were bought for.',
  retired: 'Credits that have ended: their time is over, or an investor has redeemed them.',
  'national character area':
    'One of the 159 landscape areas of England; biodiversity units are traded within one area or one planning authority.',
  subcatchment: 'The part of a river catchment in which nutrient credits are traded.',
  'planning authority':
    'The body that decides on planning applications in a place; it can see what is in its area.',
  'grid reference': 'Letters and digits of the National Grid that identify a place, such as ST 441 216.',
  what3words: 'The three words that identify a square of three metres on what3words.',
  'planning reference': 'The number of the application at the planning authority.',
  'credit type':
    'Biodiversity units, or nitrogen or phosphorous credits, which are counted in kilograms a year.',
  'units needed': 'Ongoing units for ever, additional units until the AMP end, or both; in kilograms a year.',
  'supplied credits': 'The nutrients that a project keeps out of the river, in kilograms a year.',
  'biodiversity metric': 'The completed statutory biodiversity metric for the site.',
  'budget calculator': 'The file that works out the nutrient need of a development, in kilograms a year.',
  baseline: 'The biodiversity units of the existing habitat that a project replaces.',
  'broad habitat': 'The group of habitats in the statutory metric that a habitat type belongs to.',
  'habitat type': 'A habitat as the statutory metric names it, such as reedbeds.',
  mitigation: 'What a project does for nature; its credits count from the day on which this work begins.',
  'fixed term': 'For one to five years instead of for ever.',
  'project type': 'A kind of project, with the credits that it may supply.',
  standard: 'The rules under which a service is certified; NA until one is chosen.',
  screening: 'The first check of a registered project: passed, failed or pending.',
  'bidder type': 'Who may bid in a round: buyers, investors or both.',
  capacity: 'How an organisation takes part: as a supplier, buyer or investor.',
  'CSV ID': 'The code that identifies an organisation in import files.',
  'holding number': 'The number of an agricultural holding: county, parish and holding.',
  'landholder information':
    'A file with the landholder’s details, their right to the land, and what is on the land.',
  'authority to act': 'The signed file by which a client lets an agent act for it in one market round.',
  'nature-based project agreement': 'The signed contract under which a project is carried out.',
  'section 106 agreement':
    'The planning obligation that binds the land, under the Town and Country Planning Act 1990.',
  'credit supply agreement': 'The signed contract under which credits are supplied to a requirement.',
  'credit allocation certificate': 'A dated certificate of the credits that meet a requirement.',
  'redeem notice':
    'A certificate from the market or a signed file, which says that credits are used for the need they were bought for.',
} as const
export type GlossaryTerm = keyof typeof GLOSSARY_TERMS

const isTerm = (word: string): word is GlossaryTerm => Object.hasOwn(GLOSSARY_TERMS, word)

/** Words of a text in lower case and singular, with a space on both sides. */
const wordsOf = (text: string): string => {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return ` ${words.map(word => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')).join(' ')} `
}

const LONGEST_FIRST = Object.keys(GLOSSARY_TERMS)
  .filter(isTerm)
  .toSorted((a, b) => b.length - a.length)
  .map(term => [term, wordsOf(term)] as const)

/** Finds the term in a label, in the singular or plural: `Ongoing units` has the term ongoing. */
export const findGlossaryTerm = (label: string): GlossaryTerm | null => {
  const words = wordsOf(label)
  return LONGEST_FIRST.find(([, itsWords]) => words.includes(itsWords))?.[0] ?? null
}
