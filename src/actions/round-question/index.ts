import { answerQuestion, declineQuestion } from './answer.ts'
import { askQuestion } from './ask-question.ts'
import { correctAnswer } from './correct-answer.ts'

/** Actions on a question of a round, in menu order. */
export const roundQuestionActions = [answerQuestion, declineQuestion, correctAnswer]

/** Actions on the list of questions. */
export const roundQuestionListActions = [askQuestion]
