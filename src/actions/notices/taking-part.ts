import { showDay } from '@credit-market/values/dates'
import { seasonText } from '#domain/round/season'
import type { Notice } from './notice.ts'

const topic = 'Taking part'

/** Notifications about rounds and participation. */
export const PARTICIPATION_NOTICES = {
  'round-opened': {
    topic,
    title: 'A round opens for registration',
    readers: ['participants', 'fitting'],
    usually: 'atOnce',
    isOnce: true,
    says: ({ thing }) => ({
      title: `${thing} is open for registration`,
      paragraphs: [
        'You can join this round now. Its page says what is traded, where, and when registration closes.',
        'We send this message once for each round that suits you.',
      ],
      link: 'See the market round',
    }),
  },
  'round-planned': {
    topic,
    title: 'A round is planned, expected in another season, or no longer planned',
    readers: ['fitting'],
    usually: 'atOnce',
    says: ({ where = '', expectedFrom }) =>
      expectedFrom
        ? {
            title: `${where} is expected to open in ${seasonText(expectedFrom)}`,
            paragraphs: [
              'The round suits what your organisation trades. You can prepare projects and credit requirements once registration opens. We send you another message then.',
            ],
            link: 'See the planned round',
          }
        : {
            title: `${where} is no longer planned`,
            paragraphs: ['The market operator has taken back the announcement of the round.'],
            link: 'See all rounds',
          },
  },
  'round-closed': {
    topic,
    title: 'Registration in a round closes',
    readers: ['participants'],
    usually: 'daily',
    says: ({ thing }) => ({
      title: `registration in ${thing} is closed`,
      paragraphs: [
        'You can no longer register anything in the round, unless the market operator opens it again. Bids and offers come next.',
      ],
      link: 'See the market round',
    }),
  },
  'participation-recorded': {
    topic,
    title: 'The market operator or an agent records your interest in a round',
    readers: ['owner', 'agents'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing}: your interest in the round has been recorded`,
      paragraphs: ['To take part, register. The page of the market round says when registration closes.'],
      link: 'See the market round',
    }),
  },
  'participation-registered': {
    topic,
    title: 'An organisation registers in a round',
    readers: ['owner', 'agents', 'operator'],
    usually: 'daily',
    waits: { by: ['operator'], for: ['CompleteRegistration'] },
    says: ({ thing }) => ({
      title: `${thing} is registered and needs to be confirmed`,
      paragraphs: ['The market operator checks the registration and completes it.'],
      link: 'See the market round',
    }),
  },
  'participation-confirmed': {
    topic,
    title: 'A registration in a round is complete',
    readers: ['owner', 'agents'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing}: the registration is complete`,
      paragraphs: [
        'You can now register projects and credit requirements while registration for them is open.',
      ],
      link: 'See the market round',
    }),
  },
  'participation-withdrawn': {
    topic,
    title: 'An organisation withdraws from a round',
    readers: ['owner', 'agents', 'operator'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} has been withdrawn from the round`,
      paragraphs: ['Its offers and bids in this capacity no longer count.'],
      link: 'See the market round',
    }),
  },
  'participation-reinstated': {
    topic,
    title: 'An organisation takes part in a round again',
    readers: ['owner', 'agents'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} takes part in the round again`,
      paragraphs: [
        'The market operator has undone the withdrawal. Offers and bids that ended with the withdrawal must be made again.',
      ],
      link: 'See the market round',
    }),
  },
  'registration-closes': {
    topic,
    title: 'Registration closes soon and you have not finished',
    readers: ['owner'],
    usually: 'atOnce',
    says: ({ thing, day = '' }) => ({
      title: `register ${thing} by ${showDay(day)}`,
      paragraphs: [
        `${thing} is not yet registered in the market round.`,
        `You can register until ${showDay(day)}.`,
      ],
      link: 'See the market round',
    }),
  },
  'round-ended': {
    topic,
    title: 'A round ends without some of your projects or requirements',
    readers: ['named'],
    usually: 'atOnce',
    says: ({ ended = '' }) => ({
      title: 'the market round has ended',
      paragraphs: [
        'The market round has ended. These were not ready in time and took no part in the match:',
        ...ended.split('\n'),
        'You can register a project or a credit requirement again in another market round. The page of the project or requirement lists the rounds that it can join.',
      ],
      link: 'See the market round',
    }),
  },
} as const satisfies Record<string, Notice>
