import { Link, useParams } from 'react-router'
import { NOUNS } from '#contract/nouns/nouns'
import { useResource } from '../../api/api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { StepClockLine } from '../../parts/step-clock.tsx'
import { DayText } from '../../parts/values/amounts.tsx'
import { SubjectActivity } from '../shared/about.tsx'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { useIsOperator } from '../shared/use-is-operator.ts'
import { nextText, operatorText } from './messages.ts'
import '../shared/pages.css'

/** Text with the line breaks that its author typed. */
const Lines = ({ text }: { text: string }) => <p className="lines">{text}</p>

/** One question about a round, for its asker and the market operator: what was asked, what is published, and what happens next. */
export const QuestionPage = () => {
  const { id } = useParams()
  const isOperator = useIsOperator()
  return (
    <PageBoundary query={useResource(NOUNS.roundQuestion, id)} title="Question">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            { name: data.round.name, to: data.roundPage },
            { name: 'Questions', to: `${data.roundPage}?tab=questions` },
            { name: data.name },
          ]}
          subtitle={<StatusBadge kind="roundQuestion" status={data.status} />}
          actions={<ActionBar actions={data.actions} />}
        >
          <StepClockLine clock={data.clock} owner="The asker" />
          <p className="measure">{isOperator ? operatorText(data) : nextText(data)}</p>
          <Section heading={isOperator ? 'In the words of the asker' : 'What you asked'}>
            <KeyValues
              as="list"
              facts={[
                ['Question', <Lines key="question" text={data.question} />],
                ['Organisation', data.organisation.name],
                ['Asked on', <DayText key="asked" day={data.askedAt} time />],
                [
                  'Reason why it was declined',
                  data.reason === null ? undefined : <Lines key="reason" text={data.reason} />,
                ],
              ]}
            />
          </Section>
          {data.status === 'Answered' && (
            <Section
              heading="What everyone can read"
              aside={<Link to={`${data.roundPage}?tab=questions`}>All questions and answers</Link>}
            >
              <KeyValues
                as="list"
                facts={[
                  ['Question', <Lines key="question" text={data.publishedQuestion ?? ''} />],
                  ['Answer', <Lines key="answer" text={data.answer ?? ''} />],
                  [
                    'Answered on',
                    data.answeredAt ? <DayText key="answered" day={data.answeredAt} time /> : undefined,
                  ],
                  [
                    'Corrected on',
                    data.correctedAt ? <DayText key="corrected" day={data.correctedAt} time /> : undefined,
                  ],
                ]}
              />
            </Section>
          )}
          <Section heading="Activity">
            <SubjectActivity kind={data.kind} id={data.id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
