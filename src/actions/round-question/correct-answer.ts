import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import { publishAnswer, readIsInRound } from './publish.ts'
import { answerFields, checkAnonymity, readAskerNames, warnOfAnonymity } from './texts.ts'

/** Corrects a published question or its answer, and notifies everyone in the round, who may rely on the earlier one. */
export const correctAnswer = action({
  name: 'CorrectAnswer',
  on: 'roundQuestion',
  title: 'Correct answer',
  description:
    'Everyone in the round gets the new question and answer, and the page of the round says that they were corrected.',
  binds: {
    verb: 'Publish the correction',
    undone: 'You can correct the answer again. Everyone gets another message each time.',
  },
  who: [operator],
  from: ['Answered'],
  given: readAskerNames,
  fields: answerFields,
  check: checkAnonymity,
  warn: (answers, _subject, given) => warnOfAnonymity(answers, given),
  reads: readIsInRound,
  effect: ({ subject, values, reads: isInRound, now }) =>
    publishAnswer(
      subject,
      values,
      { correctedAt: now },
      { remark: 'an answer has been corrected', isInRound },
    ),
  done: 'The correction has been published',
})
