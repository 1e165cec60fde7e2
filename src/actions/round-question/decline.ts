import { MAX_ANSWER_LENGTH } from '#domain/round/round-question'
import { action, saveAnswers } from '../kit/action.ts'
import { withHint } from '../kit/fields.ts'
import { limitedText } from '../kit/limited-text.ts'
import { operator } from '../kit/who.ts'

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
