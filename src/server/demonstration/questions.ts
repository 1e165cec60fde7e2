import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import type { DemonstrationCalendar, DemonstrationStep } from './step.ts'

/** A question about a round: days of asking and of its answer as offsets from the day of loading; without an outcome it waits. */
interface DemonstrationQuestion {
  id: string
  roundId: string
  organisationId: string
  asked: number
  question: string
  outcome?: { on: number } & ({ publishedQuestion: string; answer: string } | { reason: string })
}

const QUESTIONS: readonly DemonstrationQuestion[] = [
  {
    id: 'question-1',
    roundId: 'RD-SOL-1',
    organisationId: 'SU17',
    asked: -14,
    question: 'We started to dig our wetland in May. Does it still count?',
    outcome: {
      on: -13,
      publishedQuestion: 'Does a wetland count if work on it started before the round?',
      answer:
        'Yes, if it was registered before the work started.\n\nThe kilograms count from the day on which the wetland works, as measured at the first compliance check.',
    },
  },
  {
    id: 'question-2',
    roundId: 'RD-SOL-1',
    organisationId: 'BU13',
    asked: -9,
    question: 'When do we have to pay if we win?',
    outcome: {
      on: -8,
      publishedQuestion: 'When do winning bidders pay?',
      answer:
        'After the match is accepted, you get an invoice for the price of each credit. It is due within 30 days. Rights are allocated when it is paid.',
    },
  },
  {
    id: 'question-3',
    roundId: 'RD-SOL-1',
    organisationId: 'BU15',
    asked: -6,
    question: 'How many others bid for credits in the Itchen catchment?',
    outcome: {
      on: -5,
      reason: 'No one learns who bids, or how many do, before the match. The results of the round say it.',
    },
  },
  {
    id: 'question-4',
    roundId: 'RD-SOM-2',
    organisationId: 'SU02',
    asked: -2,
    question: 'Can we offer hedgerows along a field that is in another project?',
  },
]

/** Steps of questions about rounds: two are answered, one is declined, and one waits for the market operator. */
export const demonstrationQuestionSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] =>
  QUESTIONS.flatMap(({ id, roundId, organisationId, asked, question, outcome }): DemonstrationStep[] => [
    {
      at: calendar.at(asked, 150),
      by: usernameOfOrganisation(organisationId),
      kind: 'roundQuestions',
      subjectId: 'roundQuestions',
      action: 'AskQuestion',
      ids: [id],
      values: { marketRoundId: roundId, organisationId, question, confirmed: true },
    },
    ...(outcome ? [outcomeStep(calendar, id, outcome)] : []),
  ])

const outcomeStep = (
  calendar: DemonstrationCalendar,
  id: string,
  { on, ...values }: NonNullable<DemonstrationQuestion['outcome']>,
): DemonstrationStep => ({
  at: calendar.at(on, 60),
  by: DEMONSTRATION_OPERATOR_USERNAME,
  kind: 'roundQuestion',
  subjectId: id,
  action: 'reason' in values ? 'Decline' : 'Answer',
  values,
})
