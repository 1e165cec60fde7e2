import type { Term } from './terms.ts'

/** A rule by which rounds are matched, as it is published: plain sentences, in the order in which they are read. */
export interface MarketRule {
  id: string
  title: string
  sentences: readonly string[]
  /** Words of art that it needs, which `terms.ts` explains. */
  terms?: readonly Term[]
}

/** The price rule by its name. */
export const PRICE_RULE_NAME = 'Balanced winner contributions (Lindsay 2018)'

/** How prices are made. This is its only published text. */
const PRICE_RULE: MarketRule = {
  id: 'prices',
  title: 'How prices are made',
  sentences: [
    'Everybody who wins trades at its own offer or bid, improved by its share of the surplus. A buyer pays its bid less its share; a supplier receives what it asked, with the costs of its project, and its share on top.',
    'A share follows from what a winner brings. Think of the winners as coming in one after the other, with everybody who lost already there: whoever comes in makes the best possible match worth more by some amount. The share is the average of that amount over all orders in which the winners could come in.',
    'So whoever is hard to replace gets more, and whoever others could have stood in for gets less. Two winners always give each other as much as they take.',
    'Shares add up to the surplus, and all payments to nothing: what buyers pay is what suppliers receive, the costs of their projects included. Nobody pays more than it bid, and nobody receives less than it asked. Whoever loses pays and receives nothing.',
    'There is no single price for a credit. Equal units may cost two buyers different amounts, because the buyers bring different things.',
    `The rule is called ${PRICE_RULE_NAME}.`,
  ],
}

/** All rules of a match, as anybody may read them. */
export const MARKET_RULES: readonly MarketRule[] = [
  {
    id: 'offers-and-bids',
    title: 'What is offered and bid',
    sentences: [
      'A supplier offers a whole project and says the least it would take for it. One project may bring credits of several types, and is funded whole or not at all.',
      'A buyer or investor says what it needs, from when, and the most it would pay. It need not find a supplier: the match puts together several projects for one need, and several needs for one project.',
      'Offers and bids are sealed. Until the round closes, the market shows an amount only to the people of its owner whom a colleague has admitted, to an agent whom the owner allows to make offers and bids, and, where the market operator enters it for the owner, to whoever proposed it. Afterwards it shows it to the market operator too.',
      'The seal is kept by the program: whoever controls the database of the running market could read amounts without it. Backups are encrypted.',
    ],
  },
  {
    id: 'winners',
    title: 'Who wins',
    sentences: [
      'All offers and bids of a round are matched at once. Of all matches that can be carried out, the one with the greatest surplus is taken: the sum of the winning bids less the sum of the winning offers and costs.',
      'It is proven that no other match has a surplus greater by a penny; a match that is not proven is never priced.',
      'Credits serve a need at every time at which it is there. Another project may take over later, so a project for a fixed term can carry a need until a permanent one delivers; a need that lasts for ever ends on a permanent project.',
    ],
    terms: ['fixed term', 'ongoing', 'additional', 'AMP end'],
  },
  {
    id: 'places',
    title: 'Which credits serve which need',
    sentences: [
      'The credit type is the same. Nutrient credits come from the same subcatchment; biodiversity units from the same national character area or planning authority.',
      'Rarer habitat may serve a need for a commoner one, never the other way round. A need of high or very high distinctiveness takes the same habitat type; one of medium distinctiveness takes medium of the same broad habitat, or anything higher; one of low distinctiveness takes anything. Areas, lines and rivers never mix.',
    ],
    terms: ['subcatchment', 'national character area', 'distinctiveness', 'broad habitat', 'module'],
  },
  PRICE_RULE,
  {
    id: 'ties',
    title: 'Ties',
    sentences: [
      'Where several matches have the greatest surplus, the one that serves the most requirements is taken; of those the one with the fewest projects; of those the one with the earliest offers and bids, by when each was last changed.',
      'A tie can move money, so every result says whether there was one and which step decided.',
    ],
  },
  {
    id: 'groups',
    title: 'Groups',
    sentences: [
      'An owner may join its own offers, or its own bids, in a group. In one kind of group only one offer may win, or bids win up to 100 percent across the group: one field, either as wetland or as woodland. In the other kind all win or none: two sites that are built together or not at all.',
    ],
  },
  {
    id: 'parts',
    title: 'Parts of a bid',
    sentences: [
      'A buyer may say that a part of its need would do. Then it may win any part, and pays at most the same part of its bid. A bid that is not divisible wins in full or not at all.',
      'A buyer of nutrient credits may also bid for its ongoing units alone, in case all of its need cannot be had.',
    ],
    terms: ['divisible'],
  },
  {
    id: 'reserve',
    title: 'Reserve',
    sentences: [
      'A round may hold back a reserve against failure: a percentage on top of what is needed, or out of what is supplied. It is agreed with the Environmental Markets Board before the match. Nobody bids for it, so its cost lowers the surplus that is shared.',
    ],
    terms: ['reserve'],
  },
  {
    id: 'rounding',
    title: 'Rounding',
    sentences: [
      'Quantities are counted in ten-thousandths of a unit and money in whole pence. Shares are worked out exactly and rounded down; the pennies left over go to the largest remainders, so that all payments still add up to nothing. Where a round is too large for exact shares, the result says how far a share may be off.',
    ],
  },
]
