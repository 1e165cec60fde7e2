import { formatLondonTime } from '#domain/values/london'
import type { Notice } from './notice.ts'

const topic = 'Bids, offers and results'
const link = 'See the market round'

/** Notifications from the opening for bids and offers until the result. None contains an amount before the close. */
export const BIDDING_NOTICES = {
  'bids-open': {
    topic,
    title: 'Bids and offers open',
    readers: ['participants'],
    obligatory: 'You need to know when you can bid',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} is open for bids and offers`,
      paragraphs: [
        'You can make offers and bids, and change them, until the round closes. Your last offer or bid counts. All offers and bids stay sealed until the close.',
      ],
      link: 'Go to the market round',
    }),
  },
  'bidding-times': {
    topic,
    title: 'The times for bids and offers are announced or changed',
    readers: ['named'],
    obligatory: 'We cannot accept a late bid',
    usually: 'atOnce',
    says: ({ times = '', before = '', reason = '' }) => ({
      title: times,
      paragraphs: before
        ? [
            'The market operator has changed the times of the market round.',
            `${times}. All times are in UK time.`,
            `The times were: “${before}”.`,
            `Reason: “${reason}”`,
          ]
        : [
            'The market operator has announced the times of the market round.',
            `${times}. All times are in UK time.`,
            'You can change an offer or a bid until the round closes. Your last offer or bid counts. Late offers and bids are not accepted.',
          ],
      link,
    }),
  },
  'bids-reopened': {
    topic,
    title: 'A round is open again and you need to confirm your offers and bids',
    readers: ['named'],
    insteadOf: 'bids-open',
    obligatory: 'Your offers and bids count only if you confirm them',
    usually: 'atOnce',
    says: () => ({
      title: 'the round is open again: confirm your offers and bids',
      paragraphs: [
        'The market round was closed for bids and offers, and is now open again.',
        'Your offers and bids count only if you confirm or change them before the round closes again. Those that you do not confirm take no part in the match.',
        'The market operator may have seen amounts while the round was closed. The activity log shows that the round was opened again.',
      ],
      link: 'Go to the market round',
    }),
  },
  'bids-closing': {
    topic,
    title: 'Bids and offers close within a week or a day',
    readers: ['participants'],
    obligatory: 'We cannot accept a late bid',
    usually: 'atOnce',
    says: ({ thing, closes, closesAt = '' }) => ({
      title: `${thing} closes for bids and offers ${closes}, on ${formatLondonTime(closesAt)}`,
      paragraphs: ['Your last offer or bid before that time counts. You cannot change it afterwards.'],
      link: 'Go to the market round',
    }),
  },
  'offer-made': {
    topic,
    title: 'Someone makes or changes an offer for a project',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `an offer has been made for ${thing}`,
      paragraphs: [
        'The project page shows you the offer and who made it. You can change or withdraw it until the round closes.',
      ],
      link: 'See the project',
    }),
  },
  'bid-made': {
    topic,
    title: 'Someone makes or changes a bid for a credit requirement',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `a bid has been made for ${thing}`,
      paragraphs: [
        'The page of the credit requirement shows you the bid and who made it. You can change or withdraw it until the round closes.',
      ],
      link: 'See the credit requirement',
    }),
  },
  'offer-withdrawn': {
    topic,
    title: 'Someone withdraws the offer for a project',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the offer for ${thing} has been withdrawn`,
      paragraphs: [
        'The project is still in the market round, but takes no part in the match. You can make a new offer until the round closes.',
      ],
      link: 'See the project',
    }),
  },
  'bid-withdrawn': {
    topic,
    title: 'Someone withdraws the bid for a credit requirement',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the bid for ${thing} has been withdrawn`,
      paragraphs: [
        'The credit requirement is still in the market round, but takes no part in the match. You can make a new bid until the round closes.',
      ],
      link: 'See the credit requirement',
    }),
  },
  'costs-changed': {
    topic,
    title: 'The costs of a project change after you make an offer',
    readers: ['owner', 'agents'],
    agentsWho: 'MakeOffersOrBids',
    obligatory: 'Your offer may no longer cover the costs',
    usually: 'atOnce',
    waits: { by: ['owner', 'agents'], for: ['SetOffer'] },
    says: ({ thing }) => ({
      title: `the costs of ${thing} have changed`,
      paragraphs: [
        `The market operator changed the costs of the project ${thing} after you made your offer.`,
        'Please check that your offer still covers them.',
      ],
      link: 'See the project',
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
      paragraphs: [
        'The last offers and bids before the close count. The market operator now matches them and reviews the result.',
      ],
      link,
    }),
  },
  matched: {
    topic,
    title: 'A match is ready to review',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AcceptMatch', 'RejectMatch'] },
    says: ({ thing }) => ({
      title: `the match of ${thing} is ready to review`,
      paragraphs: ['Please review the match, then accept or reject it.'],
      link: 'Review the match',
    }),
  },
  'match-failed': {
    topic,
    title: 'A match fails',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Match', 'ImportMatch', 'OpenBidsAndOffers'] },
    says: ({ thing }) => ({
      title: `the match of ${thing} has failed`,
      paragraphs: [
        'The page of the market round says why. You can match the round again, or open it again for bids and offers.',
      ],
      link,
    }),
  },
  'match-unfinished': {
    topic,
    title: 'A match runs out of time',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Match', 'ImportMatch', 'OpenBidsAndOffers'] },
    says: ({ thing, failure = '' }) => ({
      title: `the match of ${thing} ran out of time`,
      paragraphs: [
        ...(failure ? [failure] : []),
        'The page of the market round shows the best known match and the bids that make it hard.',
        'You can give the match more time, ask the owners of these bids to simplify them, or open the round again for bids and offers.',
      ],
      link,
    }),
  },
  'hard-bids': {
    topic,
    title: 'The market operator asks you to simplify bids that make a match hard',
    readers: ['named'],
    usually: 'atOnce',
    isPerOrganisation: true,
    says: ({ where, bids = '', message = '', client }) => ({
      title: client
        ? `the market operator asks about bids of ${client}`
        : 'the market operator asks about your bids',
      paragraphs: [
        `The match of the market round ${where} ran out of time. There is no result yet, and no one is bound.`,
        ...bids.split('\n').filter(line => line !== ''),
        ...(message ? [`Message of the market operator: “${message}”`] : []),
        'You do not have to do anything: your bids stay as they are.',
      ],
      link,
    }),
  },
  'better-match': {
    topic,
    title: 'Someone submits a better match',
    readers: ['operator'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `someone has submitted a better match of ${thing}`,
      paragraphs: [
        'The submitted match follows every rule and is worth more than the accepted match. This should be impossible: please find out why.',
        'The public page of the round shows both matches.',
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
        'The market operator has not accepted the match, so there is no result yet. The round will be matched again, or opened again for bids and offers.',
      ],
      link,
    }),
  },
  'match-accepted': {
    topic,
    title: 'A round has a result',
    readers: ['named'],
    obligatory: 'The result says what you have agreed to',
    usually: 'atOnce',
    isPerOrganisation: true,
    carriesCheckpoint: true,
    says: ({ where, result, client }) => ({
      title: client ? `the result of ${client}` : 'your result',
      paragraphs: [
        `The market operator has accepted the match of the market round ${where}.`,
        ...(result ? [result] : []),
        'The result page explains the result, what happens next and who needs to act.',
      ],
      link: client ? `See the result of ${client}` : 'See your result',
    }),
  },
} as const satisfies Record<string, Notice>
