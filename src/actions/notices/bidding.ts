import { showMoment } from '#domain/london'
import type { Notice } from './notice.ts'

const topic = 'Bids, offers and results'
const link = 'See the market round'

const small = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** What is told from the opening for bids and offers until the result: never an amount before the close. */
export const BIDDING = {
  'bids-open': {
    topic,
    title: 'Bids and offers open',
    readers: ['participants'],
    obligatory: 'Whoever is not told of the opening cannot bid',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} is open for bids and offers`,
      paragraphs: [
        'Offers and bids can be made and changed until it closes; what stands then counts. Everything stays sealed until the close.',
      ],
      link: 'Go to the market round',
    }),
  },
  'bidding-times': {
    topic,
    title: 'The times of bids and offers are announced or moved',
    readers: ['named'],
    obligatory: 'A bid that is too late cannot be made good',
    usually: 'atOnce',
    says: ({ times = '', before = '', reason = '' }) => ({
      title: small(times),
      paragraphs: before
        ? [
            'The market operator has moved the times of the market round.',
            `${times}. All times are those of clocks in London.`,
            `Announced before: ${small(before)}.`,
            `The reason given: “${reason}”`,
          ]
        : [
            'The market operator has announced the times of the market round.',
            `${times}. All times are those of clocks in London.`,
            'What arrives later is not accepted. Until then an offer or a bid can be changed, and the last value counts.',
          ],
      link,
    }),
  },
  'bids-reopened': {
    topic,
    title: 'A round is open again, and offers and bids are to be confirmed',
    readers: ['named'],
    insteadOf: 'bids-open',
    obligatory: 'What is not confirmed does not count',
    usually: 'atOnce',
    says: () => ({
      title: 'open again, confirm your offers and bids',
      paragraphs: [
        'The market round is open for bids and offers again, after it had been closed.',
        'What you have offered or bid counts only if you confirm it, or change it, before the round closes again. What nobody confirms takes no part in the match.',
        'The market operator may have seen amounts while the round was closed; the activity log of the round says that it was opened again.',
      ],
      link: 'Go to the market round',
    }),
  },
  'bids-closing': {
    topic,
    title: 'Bids and offers close in a week, or in a day',
    readers: ['participants'],
    obligatory: 'A bid that is too late cannot be made good',
    usually: 'atOnce',
    says: ({ thing, closes, closesAt = '' }) => ({
      title: `${thing} closes for bids and offers ${closes}, on ${showMoment(closesAt)}`,
      paragraphs: ['What stands at that moment counts, and nothing can be changed after it.'],
      link: 'Go to the market round',
    }),
  },
  'offer-made': {
    topic,
    title: 'An offer is made or changed for a project',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `an offer has been made for ${thing}`,
      paragraphs: [
        'The page of the project shows it to you, and who made it. It can be changed until the close.',
      ],
      link: 'See the project',
    }),
  },
  'bid-made': {
    topic,
    title: 'A bid is made or changed for a credit requirement',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `a bid has been made for ${thing}`,
      paragraphs: [
        'The page of the credit requirement shows it to you, and who made it. It can be changed until the close.',
      ],
      link: 'See the credit requirement',
    }),
  },
  'costs-changed': {
    topic,
    title: 'The costs of a project change after its offer',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    obligatory: 'An offer may no longer cover the costs',
    usually: 'atOnce',
    waits: { by: ['owner', 'agents'], for: ['SetOffer'] },
    says: ({ thing }) => ({
      title: `the costs of ${thing} have changed`,
      paragraphs: [
        `The market operator has changed the costs of the project ${thing} after its offer.`,
        'Please look whether the offer still covers them.',
      ],
      link: 'Look at the project',
    }),
  },
  'bids-closed': {
    topic,
    title: 'Bids and offers are closed',
    readers: ['participants', 'operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Match', 'ImportMatch'] },
    says: ({ thing }) => ({
      title: `${thing} is closed for bids and offers`,
      paragraphs: ['What stood at the close counts. The market operator matches it and looks at the result.'],
      link,
    }),
  },
  matched: {
    topic,
    title: 'A match waits to be accepted',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AcceptMatch', 'RejectMatch'] },
    says: ({ thing }) => ({
      title: `the match of ${thing} waits for review`,
      paragraphs: ['Please look at it, and accept or reject it.'],
      link: 'Review the match',
    }),
  },
  'match-failed': {
    topic,
    title: 'A match fails',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Match', 'ImportMatch'] },
    says: ({ thing }) => ({
      title: `the match of ${thing} has failed`,
      paragraphs: ['The page of the market round says why. It can be matched again.'],
      link,
    }),
  },
  'better-match': {
    topic,
    title: 'Somebody hands in a better match',
    readers: ['operator'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `a better match of ${thing} was handed in`,
      paragraphs: [
        'Somebody has handed in a match that keeps all rules and is worth more than the one that was accepted. That should be impossible: please find out why.',
        'Both stand beside each other on the public page of the round.',
      ],
      link,
    }),
  },
  'match-rejected': {
    topic,
    title: 'A match is rejected',
    readers: ['participants', 'operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Match', 'ImportMatch', 'OpenBidsAndOffers'] },
    says: ({ thing }) => ({
      title: `the match of ${thing} was rejected`,
      paragraphs: [
        'The market operator has not accepted the match, so there is no result yet. It is matched again, or opened again for bids and offers.',
      ],
      link,
    }),
  },
  'match-accepted': {
    topic,
    title: 'The result of a round',
    readers: ['named'],
    obligatory: 'It says what you are bound to',
    usually: 'atOnce',
    isPerOrganisation: true,
    carriesCheckpoint: true,
    says: ({ where, result, client }) => ({
      title: client ? `the result of ${client}` : 'your result',
      paragraphs: [
        `The market operator has accepted the match of the market round ${where}.`,
        ...(result ? [result] : []),
        'The page of the result says how this comes about, what happens next and who is to act.',
      ],
      link: client ? `See the result of ${client}` : 'See your result',
    }),
  },
} as const satisfies Record<string, Notice>
