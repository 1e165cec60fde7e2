import { MIN_SEARCH_MINUTES } from '../unfinished-match/unfinished-match.ts'
import type { GlossaryTerm } from '../text/terms.ts'

/** A published rule of matching: plain sentences, in reading order. */
export interface MarketRule {
  id: string
  title: string
  sentences: readonly string[]
  /** Terms in the sentences, which `terms.ts` explains. */
  terms?: readonly GlossaryTerm[]
}

/** Name of the price rule. */
export const PRICE_RULE_NAME = 'Balanced winner contributions (Lindsay 2018)'

/** The only published text of the price rule. */
const PRICE_RULE: MarketRule = {
  id: 'prices',
  title: 'How prices are set',
  sentences: [
    'Each winner trades at its own offer or bid, improved by its share of the surplus. A buyer pays its bid minus its share. A supplier receives what it asked, the costs of its project and its share.',
    'A share depends on the value that a winner adds. Imagine that all losers are already there, and the winners arrive one after the other. Each arrival makes the best possible match worth more by some amount. The share is the average of that amount over all orders in which the winners could arrive.',
    'So a winner who is hard to replace gets more, and a winner whom others could have replaced gets less. Any two winners add the same amount to each other’s share.',
    'Shares add up to the surplus, and all payments add up to zero: buyers pay what suppliers receive, including the costs of their projects. No one pays more than they bid, and no one receives less than they asked. Losers pay and receive nothing.',
    'There is no single price for a credit. Two buyers may pay different amounts for equal units, because they add different value.',
    `The rule is called ${PRICE_RULE_NAME}.`,
  ],
}

/** Effect of asking for more, or bidding less, than the true amount; the figures are from `tools/simulate-bidding.ts`. */
const TRUTH: MarketRule = {
  id: 'truth',
  title: 'Should you say what it is worth to you?',
  sentences: [
    'The rule is fair, but it does not always reward the truth. If you give the least that you would accept, or the most that the units are worth to you, you win whenever that helps the whole market, and you never lose by winning. If you ask for more or bid less, you keep more when you win, but you win less often.',
    'We simulated 60 small rounds with three suppliers and three buyers. Someone who asked for 10 percent more, or bid 10 percent less, than their true amount gained 12 percent more on average, if everyone else gave their true amounts. With 20 percent, they gained 15 percent more. With six suppliers and six buyers, they gained only 4 and 2 percent more, and with 30 percent they gained 6 percent less. In a single round you can lose a sale that you wanted.',
    'If everyone does it, the market loses. With 20 percent, the market created £87 to £89 of every £100 that it could have created; with 30 percent, £62 to £75.',
    'Someone who divided their units between two names gained 4 to 8 percent on average. The match treats two organisations as separate parties, unless the round says that organisations under common control are matched as one. Then they share as one party, and divide the share by the value of what each of them won. It counts if both have declared it or the market operator has recorded it. In all rounds the market operator sees declared common control before a match.',
    'Anyone who has the software can repeat these simulations with npm run simulate-bidding. It takes a few minutes.',
  ],
}

/** How the best known match is used when none is proven to be the best, in rounds that allow it. */
const UNPROVEN: MarketRule = {
  id: 'unproven',
  title: 'If the best match is not proven in time',
  sentences: [
    `A round can allow the best known match to be used, if it is at most a certain percentage below the best possible. That is decided before bids open, and the page of the round says so. The engine must first have searched for at least ${MIN_SEARCH_MINUTES} minutes. Two people of the market operator must agree, and two must accept the result.`,
    'The operator cannot choose among matches. The engine takes the one with the greatest surplus that it has found for these offers and bids, in whichever search that was. The search ends by the clock, so it does not find the same match each time; anyone can check how good the match is, but not that the engine found nothing better.',
    'Prices follow from the same rule, but with the winners alone, as if there had been no other offers and bids. So shares are never negative and add up to the surplus. No one pays more than they bid, and no one receives less than they asked. But no losing bid holds a share down, so a price can differ from what it would be in a proven match.',
    'Everyone who took part, the page of the round and the published match say by how much another match could be better. Losers get no price at which they would have won, because no one knows it. If someone later finds a better match, it is published, but the result stays as it is.',
  ],
}

/** All published rules of a match. */
export const MARKET_RULES: readonly MarketRule[] = [
  {
    id: 'offers-and-bids',
    title: 'Making an offer or a bid',
    sentences: [
      'A supplier offers a whole project and gives the lowest amount that it would accept. One project may supply credits of several types, and is funded as a whole or not at all.',
      'A buyer or investor says what it needs, from when, and the highest amount that it would pay. It does not have to find a supplier: the match combines several projects for one need, and several needs for one project.',
      'Offers and bids are sealed. Until the round closes, only these people can see an amount: admitted users of its owner, and an agent whom the owner allows to make offers and bids. If the market operator enters an amount for the owner, the person who proposed it can also see it. Once the round has closed, the market operator can see all amounts. If the market publishes its matches, everyone can see them once the match is accepted: without names, but anyone can work out most names from the public register.',
      'The software keeps offers and bids sealed, but someone who controls the database of the running market could read the amounts there. Backups are encrypted.',
    ],
  },
  {
    id: 'winners',
    title: 'Who wins',
    sentences: [
      'All offers and bids of a round are matched together. Of all possible matches, the market chooses the one with the greatest surplus: the sum of the winning bids minus the sum of the winning offers and costs.',
      'The engine proves that no other match has a surplus even a penny greater, and prices no match without this. For most parts of a round that is proven in whole numbers. For parts that are too large, it rests on the word of a solver (HiGHS), which calculates with rounded numbers. A second program, which anyone can run, asks the same solver in another form, so for these parts it confirms the word of the solver but does not replace it.',
      'A match that was made elsewhere counts as proven only if the engine finds none that is better. If the engine runs out of time, the round has no result yet: the market operator gives it more time, asks the owners of the bids that make it hard to simplify them, opens the round again or, where the round allows it, uses the best known match.',
      'Credits must meet a need for as long as it lasts. Another project may take over later, so a project with a fixed term can meet a need until a permanent one delivers. A need that lasts for ever must end with a permanent project.',
    ],
    terms: ['fixed term', 'ongoing', 'additional', 'AMP end'],
  },
  UNPROVEN,
  {
    id: 'places',
    title: 'Which credits meet which need',
    sentences: [
      'The credit type must be the same. Nutrient credits must come from the same subcatchment, and biodiversity units from the same national character area or planning authority.',
      'A rarer habitat can meet a need for a more common one, never the other way round. A need of high or very high distinctiveness can be met only by the same habitat type. A need of medium distinctiveness can be met by medium habitat of the same broad habitat, or by any habitat of higher distinctiveness. A need of low distinctiveness can be met by any habitat. Areas, lines and rivers never mix.',
    ],
    terms: ['subcatchment', 'national character area', 'distinctiveness', 'broad habitat', 'module'],
  },
  {
    id: 'serving',
    title: 'Who serves whom',
    sentences: [
      'Once the winners are known, a rule decides which project serves which need. It changes no one’s payment.',
      'Units come from as near as possible: first from the same planning authority and national character area, then from the same authority, then from the same area, then from elsewhere. These four steps count 0, 1, 2 and 3, and the market keeps the sum of all units times their step as low as it can.',
      'If several ways are equally near, as many units as possible stay with the project that serves the need later. After that, bids take turns, the earliest first. Each takes as much as it can from the credits that are available earliest, then from those with the earliest offer, then in the order of their references.',
      'The same projects and needs always give the same result, and anyone who checks a match can check this too.',
    ],
  },
  PRICE_RULE,
  TRUTH,
  {
    id: 'ties',
    title: 'Ties',
    sentences: [
      'If several matches have the greatest surplus, the market chooses the one that meets the most requirements; among those, the one with the fewest projects; among those, the one with the earliest offers and bids, by the time of their last change.',
      'A tie can change payments, so every result says whether there was one and which step decided it.',
    ],
  },
  {
    id: 'groups',
    title: 'Groups',
    sentences: [
      'An owner can put its own offers, or its own bids, in a group. There are two kinds of group. In the first kind, only one of the offers can win; if it is a group of bids, the parts that win add up to at most 100 percent. An example is one field that could be either wetland or woodland. In the second kind, either all win or none do. An example is two sites that are built together or not at all.',
    ],
  },
  {
    id: 'parts',
    title: 'Parts of a bid',
    sentences: [
      'A buyer can accept part of its need. It may then win any part, and pays at most the same part of its bid. A bid that is not divisible wins in full or not at all.',
      'A buyer of nutrient credits can also bid for its ongoing units alone, in case its whole need cannot be met.',
    ],
    terms: ['divisible'],
  },
  {
    id: 'reserve',
    title: 'Reserve',
    sentences: [
      'A round can set aside a reserve in case projects fail: a percentage on top of the need, or out of the supply. It is agreed with the Environmental Markets Board before the match. No one bids for it, so its cost reduces the surplus that is shared.',
    ],
    terms: ['reserve'],
  },
  {
    id: 'failure',
    title: 'If a project fails',
    sentences: [
      'If a project delivers less than it was certified for, what is left serves units in this order: used, issued, rights allocated, rights created, the reserve, and unsold units; the earliest settlement first within each. Units of equal rank lose the same fraction. The register and every certificate say which units have failed.',
      'Units of the reserve of other projects in the same market can replace failed ones, as many as may serve the needs of those who hold them, at no price. If there are too few, everyone who competes for them gets the same fraction of what they lack. Unsold units can replace the rest, at a price that is agreed. Two people of the market operator decide it together.',
    ],
  },
  {
    id: 'payments',
    title: 'When payments are due',
    sentences: [
      'A payment is due in parts: after the settlement, after rights are allocated and after credits are issued. The page of each round says how large the parts are and how many days later they are due. A round keeps these terms from the day on which its registration opens.',
      'A round can ask for a deposit: one amount for every bid, which its page shows. If we have not received the full deposit when matching starts, the bid does not count. If you win, your deposit pays your first invoices. If you do not win, we pay it back.',
      'What a supplier receives has three parts. Its offer and its share of the surplus are due on the same terms. The cost of maintenance is held, and is due in equal parts as checks of compliance are passed. The costs of the market operator and of checks pass on to those who do that work.',
      'The market keeps books of this in double entry. No entry is ever changed, and what buyers pay is what suppliers and the others receive, to the penny. The market itself holds no money.',
    ],
  },
  {
    id: 'rounding',
    title: 'Rounding',
    sentences: [
      'Quantities are counted in ten-thousandths of a unit and money in whole pence. Shares are calculated exactly and rounded down; the remaining pence go to the largest remainders, so that all payments still add up to zero. If a round is too large for exact shares, they are estimated from a sample, and the result gives an interval for each share. The exact share lies outside this interval in about one of 20 cases.',
    ],
  },
]
