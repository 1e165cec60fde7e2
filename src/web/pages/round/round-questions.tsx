import { Fragment } from 'react'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import type { RoundView } from '#contract/round/round'
import {
  ROUND_QUESTION_COLUMNS,
  type PublishedAnswer,
  type RoundQuestionRow,
} from '#contract/round/round-question'
import type { SortOf } from '#contract/kit/noun'
import { ROUND_STATUSES_FOR_QUESTIONS } from '#domain/round/round-question'
import { isOneOf } from '#domain/values/narrow'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { createCardColumn } from '../lists/column-cards.tsx'
import { EmptyList } from '../lists/empty-list.tsx'
import { ListActions, ListTable } from '../lists/list-table.tsx'
import { QUESTIONS_TEXTS } from '../questions/messages.ts'

const column = createCardColumn(ROUND_QUESTION_COLUMNS)
const OWN_COLUMNS: readonly Column<RoundQuestionRow, SortOf<typeof NOUNS.roundQuestion>>[] = [
  { id: 'question', header: 'Question', main: true, cell: ({ question }) => question },
  statusColumn('roundQuestion', 'status', 'Status', row => row.status, { sort: 'status' }),
  column('organisation'),
  { id: 'askedAt', header: 'Asked', sort: 'asked', cell: ({ askedAt }) => <DayText day={askedAt} /> },
]

const STATUS_CHOICES = Object.entries(NOUNS.roundQuestion.statuses).map(([id, { label: name }]) => ({
  id,
  name,
}))

/** Published questions and answers, in the order of publication. */
const Answers = ({ answers }: { answers: readonly PublishedAnswer[] }) => (
  <dl className="round-answers measure">
    {answers.map(({ number, question, answer, answeredOn, correctedOn }) => (
      <Fragment key={number}>
        <dt>{question}</dt>
        <dd>
          <p>{answer}</p>
          <p className="quiet small">
            Answered on <DayText day={answeredOn} />
            {correctedOn && (
              <>
                , corrected on <DayText day={correctedOn} />
              </>
            )}
          </p>
        </dd>
      </Fragment>
    ))}
  </dl>
)

/** Questions of a round: the published answers, and below them those that the reader asked, or all for the market operator. */
export const RoundQuestions = ({ round, seesAll }: { round: RoundView; seesAll: boolean }) => {
  const fixed = { marketRoundId: round.id }
  const canAsk = isOneOf(ROUND_STATUSES_FOR_QUESTIONS, round.status)
  return (
    <div className="page">
      <Section
        heading="Questions and answers"
        aside={canAsk && <ListActions noun={NOUNS.roundQuestion} fixed={fixed} />}
      >
        <p className="measure quiet">
          {QUESTIONS_TEXTS.intro} {canAsk ? QUESTIONS_TEXTS.limit : QUESTIONS_TEXTS.over}
        </p>
        {round.answers.length === 0 ? (
          <EmptyState title={QUESTIONS_TEXTS.none} />
        ) : (
          <Answers answers={round.answers} />
        )}
      </Section>
      <Section heading={seesAll ? 'All questions' : 'Your questions'}>
        <ListTable
          noun={NOUNS.roundQuestion}
          called="questions-of-round"
          fixed={fixed}
          filters={seesAll ? [{ id: 'status', label: 'Status', choices: STATUS_CHOICES }] : []}
          caption={seesAll ? 'All questions' : 'Your questions'}
          columns={OWN_COLUMNS}
          rowLink={row => pageAddress('roundQuestion', { id: row.id })}
          empty={
            <EmptyList
              noun={NOUNS.roundQuestion}
              fixed={fixed}
              title={seesAll ? 'No one has asked anything' : 'You have not asked anything'}
              add={{ action: undefined }}
            />
          }
        />
      </Section>
    </div>
  )
}
