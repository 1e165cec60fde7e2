import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import { publishAnswer, readIsInRound } from './publish.ts'
import { answerFields, checkAnonymity, readAskerNames, warnOfAnonymity } from './texts.ts'

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
