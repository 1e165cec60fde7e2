import type { RoundQuestion } from '#domain/round/round-question'
import { addRemark, update, type Change, type Patch, type Read } from '../kit/changes.ts'
import { notify } from '../notices/tell.ts'

/** Says whether the asker gets the messages of the round anyway, because it takes part or has recorded its interest. */
export const readIsInRound = async (
  read: Read,
  { roundId, organisationId }: RoundQuestion,
): Promise<boolean> =>
  (await read.list('participation', { roundId, organisationId })).some(({ status }) => status !== 'Withdrawn')

/**
 * Publishes a question and its answer: with a remark on the round, whose open pages then refresh, and with a message to an asker
 * outside the round; the table of notices covers everyone inside.
 */
export const publishAnswer = (
  question: RoundQuestion,
  texts: { publishedQuestion: string; answer: string },
  at: Pick<Patch<'roundQuestion'>, 'answeredAt' | 'correctedAt'>,
  { remark, isInRound }: { remark: string; isInRound: boolean },
): Change[] => [
  update('roundQuestion', question, { ...texts, ...at }),
  addRemark('round', { id: question.roundId }, remark),
  ...(isInRound
    ? []
    : [
        notify(
          'own-question-answered',
          'round',
          { id: question.roundId },
          { organisationId: question.organisationId },
          texts,
        ),
      ]),
]
