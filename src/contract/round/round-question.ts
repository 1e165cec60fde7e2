import { z } from 'zod'
import { ROUND_QUESTION_STATUSES } from '#domain/round/round-question'
import { defineColumns, derivedColumn, relationColumn, statusColumn, textColumn } from '../columns/column.ts'
import { choiceFilter, defineNoun, idsFilter } from '../kit/noun.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { currentStep } from '../kit/step-clock.ts'
import { day, idAndName, instant, nullableText } from '../kit/values.ts'

/** A published question of a round with its answer, in the order of publication; nothing in it tells who asked, or when. */
export const publishedAnswer = z
  .object({
    number: z.int().meta({ description: 'Its place in the order of publication, from 1' }),
    question: z.string(),
    answer: z.string(),
    answeredOn: day,
    correctedOn: day.nullable().meta({ description: 'Day of the last correction' }),
  })
  .meta({ id: 'PublishedAnswer' })
export type PublishedAnswer = z.infer<typeof publishedAnswer>

const columns = {
  round: idAndName,
  organisation: idAndName,
  status: z.enum(ROUND_QUESTION_STATUSES),
  question: z.string().meta({ description: 'The question in the words of the person who asked' }),
  askedAt: instant,
  answeredAt: instant.nullable(),
}

export const ROUND_QUESTION_COLUMNS = defineColumns('roundQuestion', {
  question: textColumn('Question', {}),
  round: relationColumn('Market round', 'round', {}),
  organisation: relationColumn('Organisation', 'organisation', {}),
  status: statusColumn(),
  askedAt: derivedColumn('Asked on'),
  answeredAt: derivedColumn('Answered on'),
})

/** A question in a list of the market operator or of the asker. */
export const roundQuestionRow = z
  .object({ ...rowFields, name: z.string(), ...columns })
  .meta({ id: 'RoundQuestionRow' })
export type RoundQuestionRow = z.infer<typeof roundQuestionRow>
export const roundQuestionView = z
  .object({
    ...resourceFields('roundQuestion'),
    ...columns,
    roundPage: z.string().meta({ description: 'Address of the page of the round' }),
    publishedQuestion: nullableText.meta({ description: 'Wording that everyone can read' }),
    answer: nullableText,
    correctedAt: instant.nullable(),
    reason: nullableText.meta({ description: 'Reason why it was declined' }),
    clock: currentStep.nullable().meta({ description: 'Next step, if it waits for one' }),
  })
  .meta({ id: 'RoundQuestion' })
export type RoundQuestionView = z.infer<typeof roundQuestionView>

/** A question that a participant asks the market operator about a round. */
export const roundQuestion = defineNoun({
  kind: 'roundQuestion',
  path: 'round-question',
  list: 'round-questions',
  collection: 'roundQuestions',
  called: ['question about a round', 'questions about rounds'],
  readBy: 'owner',
  owner: 'organisationId',
  page: ({ id }: { id: string }) => `/questions/${id}`,
  isSubject: true,
  isNamed: true,
  statuses: {
    Asked: { label: 'Not answered yet', tone: 'warn' },
    Answered: { label: 'Answered', tone: 'good' },
    Declined: { label: 'Declined', tone: 'quiet' },
  },
  row: roundQuestionRow,
  view: roundQuestionView,
  filters: {
    status: choiceFilter(ROUND_QUESTION_STATUSES),
    marketRoundId: idsFilter,
    organisationId: idsFilter,
  },
  sorts: ['asked', 'status'],
})
