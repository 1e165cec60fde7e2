import { showDay } from '#domain/dates'
import type { Notice } from './notice.ts'

const topic = 'Taking part'

/** What is told of rounds and of taking part in them. */
export const TAKING_PART = {
  'round-opened': {
    topic,
    title: 'A round opens for registration',
    readers: ['participants', 'fitting'],
    usually: 'atOnce',
    isOnce: true,
    says: ({ thing }) => ({
      title: `${thing} is open for registration`,
      paragraphs: [
        'You can join it now. Its page says what is traded where, and until when you can register.',
        'You get this once for each round in which you could trade.',
      ],
      link: 'See the market round',
    }),
  },
  'round-closed': {
    topic,
    title: 'Registration in a round closes',
    readers: ['participants'],
    usually: 'daily',
    says: ({ thing }) => ({
      title: `registration in ${thing} is closed`,
      paragraphs: [
        'Nothing more can be registered in it, unless the market operator opens it again. Bids and offers come next.',
      ],
      link: 'See the market round',
    }),
  },
  'participation-recorded': {
    topic,
    title: 'The market operator or an agent notes your interest in a round',
    readers: ['owner', 'agents'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing}: interest in the round is noted`,
      paragraphs: ['To take part, register; the page of the market round says until when.'],
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
      title: `${thing} is registered, and waits to be confirmed`,
      paragraphs: ['The market operator looks at the registration and completes it.'],
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
      paragraphs: ['Projects and credit requirements can be registered while their windows are open.'],
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
      paragraphs: ['Offers and bids made in that capacity no longer count.'],
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
        'The market operator has undone the withdrawal. Offers and bids that it ended have to be made again.',
      ],
      link: 'See the market round',
    }),
  },
  'registration-closes': {
    topic,
    title: 'Registration that is not complete is about to close',
    readers: ['owner'],
    usually: 'atOnce',
    says: ({ thing, day = '' }) => ({
      title: `register ${thing} by ${showDay(day)}`,
      paragraphs: [
        `${thing} is not yet registered in the market round.`,
        `Registration is possible until ${showDay(day)}.`,
      ],
      link: 'See the market round',
    }),
  },
  'round-ended': {
    topic,
    title: 'A round ends, and what was not ready for it',
    readers: ['named'],
    usually: 'atOnce',
    says: ({ ended = '' }) => ({
      title: 'the market round has ended',
      paragraphs: [
        'The market round has ended. What was not ready by then took no part in its match:',
        ...ended.split('\n'),
        'Where that is a project or a credit requirement, it can be registered again in another market round that takes it; its page says in which.',
      ],
      link: 'See the market round',
    }),
  },
} as const satisfies Record<string, Notice>
