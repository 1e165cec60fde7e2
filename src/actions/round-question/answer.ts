import { action, saveAnswers } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import { publishAnswer, readIsInRound } from './publish.ts'
import { answerFields, checkAnonymity, readAskerNames, warnOfAnonymity } from './texts.ts'
import { MAX_ANSWER_LENGTH } from '#domain/round/round-question'
import { withHint } from '../kit/fields.ts'
import { limitedText } from '../fields/limited-text.ts'

/** Publishes a question and its answer on the page of the round, without the asker, and notifies everyone in the round. */
export const answerQuestion = action({
  name: 'Answer',
  on: 'roundQuestion',
  title: 'Answer',
  description:
    'Everyone can read the question and the answer on the page of the round. Only the day of the answer is shown, not when the question was asked.',
  binds: {
    verb: 'Publish the answer',
    undone: 'You can correct the answer, but you cannot take it back: people may have read it.',
  },
  who: [operator],
  from: ['Asked'],
  given: readAskerNames,
  fields: answerFields,
  initial: ({ question }) => ({ publishedQuestion: question }),
  check: checkAnonymity,
  warn: (answers, _subject, given) => warnOfAnonymity(answers, given),
  to: 'Answered',
  reads: readIsInRound,
  effect: ({ subject, values, reads: isInRound, now }) =>
    publishAnswer(
      subject,
      values,
      { answeredAt: now },
      { remark: 'a question has been answered', isInRound },
    ),
  done: 'The answer has been published',
})

/** Declines a question: only the asker gets a message, with the reason. */
export const declineQuestion = action({
  name: 'Decline',
  on: 'roundQuestion',
  title: 'Decline',
  verb: 'Decline the question',
  who: [operator],
  from: ['Asked'],
  fields: {
    reason: withHint(
      limitedText('Why do you decline it?', MAX_ANSWER_LENGTH),
      'Only the asker can read this. For example: the question names a party, or says something about a price. The asker can ask again.',
    ),
  },
  to: 'Declined',
  effect: saveAnswers,
  done: 'The question has been declined',
})
