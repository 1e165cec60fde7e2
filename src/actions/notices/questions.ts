import type { NoticeFacts } from '#domain/text/notice'
import type { Notice } from './notice.ts'

const topic = 'Taking part'
const link = 'See the market round'

const quoted = ({ publishedQuestion = '', answer = '' }: NoticeFacts): string[] => [
  `Question: “${publishedQuestion}”`,
  `Answer: “${answer}”`,
]

/** Notifications about questions of a round. Those to everyone in the round contain the published texts only. */
export const QUESTION_NOTICES = {
  'question-asked': {
    topic,
    title: 'Someone asks a question about a round',
    readers: ['owner', 'operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Answer', 'Decline'] },
    says: ({ where = '' }) => ({
      title: `a question has been asked about ${where}`,
      paragraphs: [
        'The market operator answers it on the page of the round, where everyone can read it, or declines it. No one else learns who asked.',
      ],
      link: 'See the question',
    }),
  },
  'question-declined': {
    topic,
    title: 'Your question about a round is declined',
    readers: ['owner', 'agents'],
    usually: 'atOnce',
    says: ({ where = '', reason = '' }) => ({
      title: `your question about ${where} has been declined`,
      paragraphs: [
        'The market operator does not publish your question. No one else learns that you asked.',
        `Reason: “${reason}”`,
        'You can ask again in other words until the round closes for bids and offers.',
      ],
      link: 'See the question',
    }),
  },
  'question-answered': {
    topic,
    title: 'A question about a round is answered',
    readers: ['participants'],
    usually: 'atOnce',
    says: facts => ({
      title: `a question about ${facts.where ?? ''} has been answered`,
      paragraphs: quoted(facts),
      link,
    }),
  },
  'answer-corrected': {
    topic,
    title: 'An answer about a round is corrected',
    readers: ['participants'],
    usually: 'atOnce',
    says: facts => ({
      title: `an answer about ${facts.where ?? ''} has been corrected`,
      paragraphs: ['Do not rely on the earlier answer.', ...quoted(facts)],
      link,
    }),
  },
  'own-question-answered': {
    topic,
    title: 'Your question about a round that you have not joined is answered',
    readers: ['named'],
    usually: 'atOnce',
    says: facts => ({
      title: `your question about ${facts.where ?? ''} has been answered`,
      paragraphs: quoted(facts),
      link,
    }),
  },
} as const satisfies Record<string, Notice>
