import { type Kysely, sql } from 'kysely'
import { pageAddress, rowLinks } from '#contract/nouns/nouns'
import type { PublishedAnswer, RoundQuestionRow, RoundQuestionView } from '#contract/round/round-question'
import type { Actor } from '#domain/people/actor'
import type { RoundQuestion } from '#domain/round/round-question'
import { englishDayOf } from '@credit-market/values/dates'
import { readCurrentStep } from '../next/step-clock.ts'
import type { Database } from '../store/tables/tables.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readNamesByKind, requireName } from './kit/names.ts'

/**
 * Published questions and answers of a round, in the order of publication. Everyone may read them, so they have no id and no
 * other time than the day of the answer.
 */
export const readPublishedAnswers = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<PublishedAnswer[]> => {
  const rows = await db
    .selectFrom('roundQuestion')
    .select([
      sql<string>`published_question`.as('question'),
      sql<string>`answer`.as('answer'),
      sql<string>`answered_at`.as('answeredAt'),
      'correctedAt',
    ])
    .where('roundId', '=', roundId)
    .where('status', '=', 'Answered')
    .orderBy('answeredAt')
    .orderBy('id')
    .execute()
  return rows.map(({ question, answer, answeredAt, correctedAt }, at) => ({
    number: at + 1,
    question,
    answer,
    answeredOn: englishDayOf(answeredAt),
    correctedOn: correctedAt && englishDayOf(correctedAt),
  }))
}

/** Rows of a list of questions, for the market operator and the askers. */
export const roundQuestionRows = async (
  db: ViewContext['db'],
  questions: readonly RoundQuestion[],
): Promise<RoundQuestionRow[]> => {
  const { round, organisation } = await readNamesByKind(db, {
    round: ['round', questions.map(({ roundId }) => roundId)],
    organisation: ['organisation', questions.map(({ organisationId }) => organisationId)],
  })
  return questions.map(one => ({
    id: one.id,
    links: rowLinks('roundQuestion', one.id),
    name: one.name,
    round: requireName(round, one.roundId),
    organisation: requireName(organisation, one.organisationId),
    status: one.status,
    question: one.question,
    askedAt: one.askedAt,
    answeredAt: one.answeredAt,
  }))
}

/** View of one question, for the market operator and the asker. */
export const roundQuestionView = async (
  question: RoundQuestion,
  reader: Actor,
  context: ViewContext,
): Promise<RoundQuestionView> => {
  const { db, read, now } = context
  const [[row], round] = await Promise.all([
    roundQuestionRows(db, [question]),
    read.one('round', question.roundId),
  ])
  if (!row || !round) throw new Error(`There is no question ${question.id}`)
  return {
    ...row,
    ...commonResourceView('roundQuestion', question, question.name, reader, { round, now }),
    roundPage: pageAddress('round', round),
    publishedQuestion: question.publishedQuestion,
    answer: question.answer,
    correctedAt: question.correctedAt,
    reason: question.reason,
    clock: await readCurrentStep('roundQuestion', question, { round }, context),
  }
}
