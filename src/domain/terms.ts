/**
 * What words that people meet on screen mean, in one sentence each: pages and forms show them beside the words, and the
 * glossary (`docs/glossary.md`) says the same, which a test compares.
 */
export const TERMS = {
  ongoing: 'Nutrient units, in kilograms a year, that are needed for ever.',
  additional:
    'Nutrient units, in kilograms a year, that are needed on top of the ongoing ones, until the AMP end.',
  'AMP end': 'The day on which additional nutrient need ends; from then on only the ongoing part is needed.',
  longstop: 'The latest day on which delivery of a project may start.',
  distinctiveness: 'How rare a habitat is in the statutory metric.',
  'strategic significance': 'How much the place of a habitat matters to the local nature recovery strategy.',
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
  'national character area':
    'One of the 159 landscape areas of England; biodiversity units are exchanged within one, or within a planning authority.',
  subcatchment: 'The part of a river catchment in which nutrient credits are exchanged.',
  'planning authority': 'Who decides on planning applications in a place; it reads what lies in its area.',
  'grid reference': 'Letters and digits of the national grid that name a place, such as ST 441 216.',
  'three words': 'The three words by which what3words names a square of three metres.',
  'planning reference': 'The number under which the planning authority keeps the application.',
  'credit type': 'Biodiversity units, or credits of nitrogen or phosphorous: kilograms a year.',
  'units needed': 'Ongoing ones for ever, additional ones until the AMP end, or both; in kilograms a year.',
  'supplied credits': 'What a project keeps out of the river, in kilograms a year.',
  'biodiversity metric': 'The file of the statutory metric, filled in for the site.',
  'budget calculator': 'The file that works out the nutrient need of a development, in kilograms a year.',
  baseline: 'The biodiversity units of what is there before, which a project takes away.',
  'broad habitat': 'The group of habitats in the statutory metric that a habitat type belongs to.',
  'habitat type': 'A habitat as the statutory metric names it, such as reedbeds.',
  mitigation: 'What a project does for nature; its credits count from the day on which it begins.',
  'fixed term': 'For one to five years instead of for ever.',
  'project type': 'A kind of project, with what it may supply.',
  standard: 'What a service is certified under; NA while none is chosen.',
  screening: 'The first look at a registered project: passed, failed or pending.',
  'bidder type': 'Who may bid in a round: buyers, investors or both.',
  capacity: 'As what an organisation takes part: supplier, buyer or investor.',
  'CSV ID': 'The code by which the files of an import know an organisation.',
  'holding number': 'The number of an agricultural holding: county, parish and holding.',
  'landholder information': 'The file that says who holds the land, by what right, and what is on it.',
  'authority to act': 'The signed file by which a client lets an agent act for it in one market round.',
  'nature-based project agreement': 'The signed contract under which a project is carried out.',
  'section 106 agreement':
    'The planning obligation that binds the land, under the Town and Country Planning Act 1990.',
  'credit supply agreement': 'The signed contract under which credits go to a requirement.',
  'credit allocation certificate': 'Which credits meet a requirement, certified and with a date.',
  'redeem notice':
    'By which credits are used against the need they were bought for: made by the market as a certificate, or a signed file.',
} as const
export type Term = keyof typeof TERMS

const isTerm = (word: string): word is Term => Object.hasOwn(TERMS, word)

/** The words of a text, small and in the singular, with a space on both sides. */
const wordsOf = (text: string): string => {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return ` ${words.map(word => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')).join(' ')} `
}

const LONGEST_FIRST = Object.keys(TERMS)
  .filter(isTerm)
  .toSorted((a, b) => b.length - a.length)
  .map(term => [term, wordsOf(term)] as const)

/** The term that a label is about, if it names one, in the singular or plural: `Ongoing units` is about ongoing. */
export const termIn = (label: string): Term | null => {
  const words = wordsOf(label)
  return LONGEST_FIRST.find(([, itsWords]) => words.includes(itsWords))?.[0] ?? null
}
