import type { RoundQuestionView } from '#contract/round/round-question'
import { MAX_OPEN_QUESTIONS, type RoundQuestionStatus } from '#domain/round/round-question'

const NEXT: Record<RoundQuestionStatus, string> = {
  Asked:
    'The market operator answers the question on the page of the round, or declines it and says why. Until then only the market operator and your organisation can read it.',
  Answered:
    'Everyone can read the question and the answer on the page of the round, in the words below. No one else can see who asked, or when.',
  Declined:
    'The question is not published. Only the market operator and your organisation can read it, and the reason. You can ask again in other words.',
}

/** Says what happens with a question, to its asker. */
export const nextText = ({ status }: Pick<RoundQuestionView, 'status'>): string => NEXT[status]

const FOR_OPERATOR: Record<RoundQuestionStatus, string> = {
  Asked:
    'Answer it on the page of the round, or decline it with a reason. Publish nothing that shows who asked, or what someone will bid.',
  Answered:
    'Everyone can read the question and the answer on the page of the round, in the words below. If something is wrong, correct the answer.',
  Declined: 'The asker has the reason. The question is not published.',
}

/** Says what the market operator does with a question. */
export const operatorText = ({ status }: Pick<RoundQuestionView, 'status'>): string => FOR_OPERATOR[status]

/** Texts of the questions and answers of a round. */
export const QUESTIONS_TEXTS = {
  intro:
    'Participants ask the market operator, and everyone can read the answers. No one else can see who asked, or when.',
  limit: `Each organisation can have ${MAX_OPEN_QUESTIONS} unanswered questions in a round, and can ask until bids and offers close.`,
  none: 'No answers yet',
  over: 'Questions could be asked until bids and offers closed.',
}
