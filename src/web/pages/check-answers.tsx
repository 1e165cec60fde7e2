import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import type { Preparation, PreparationTask } from '#contract/project/preparation'
import { checkPageAddress, type PreparedKind, registeredPageAddress } from '#contract/nouns/registration'
import type { Resource } from '#contract/kit/resource'
import type { RoundOfItem } from '#contract/round/round'
import type { IdAndName } from '#contract/kit/values'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { InlineActionForm } from '../action/action-here.tsx'
import { useResource } from '../api/api.ts'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { OwnerLine } from './item/owner-line.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './prepare/prepare.css'
import './shared/pages.css'

/** Answers of a task; an optional task without any is one line instead of a line for each question. */
const answersOf = ({ title, state, answers }: PreparationTask): PreparationTask['answers'] =>
  state === 'optional' && answers.every(({ text }) => text === null)
    ? [{ label: title, text: null, links: null }]
    : answers

const Answers = ({ task, page }: { task: PreparationTask; page: string }) => (
  <Section heading={task.title}>
    {task.missing.length > 0 && (
      <Notice tone="warn">
        <ul>
          {task.missing.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Notice>
    )}
    {task.why && <p>{task.why}.</p>}
    <dl className="answers">
      {answersOf(task).map(({ label, text, links }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {text === null ? (
              <span className="quiet">{MISSING_ANSWER_TEXT}</span>
            ) : links ? (
              <a href={links.self}>{text}</a>
            ) : (
              text
            )}
          </dd>
          <dd className="answer-change">
            {task.action && (
              <Link
                to={`${page}?action=${task.action}&subject=${task.on.kind}/${task.on.id}`}
                preventScrollReset
              >
                Change<span className="sr-only"> {label}</span>
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </Section>
)

/**
 * All answers about something that is about to be registered, each with a link to change it, followed by the
 * one signature.
 */
const CheckAnswers = <T extends Resource & { kind: PreparedKind }>({
  thing,
  owner,
  agent,
  round,
  preparation,
  list,
}: {
  thing: T
  owner: IdAndName
  agent: IdAndName | null
  round: RoundOfItem
  preparation: Preparation | null
  list: { name: string; to: string }
}) => {
  const navigate = useNavigate()
  const own = pageAddress(thing.kind, thing)
  if (!preparation) return <Navigate to={registeredPageAddress(thing.kind, thing)} replace />
  const { tasks, registering } = preparation
  return (
    <Page
      title="Check your answers"
      subject={thing}
      crumbs={[list, { name: thing.name, to: own }, { name: 'Check your answers' }]}
      subtitle={
        <>
          <b>{thing.name}</b>
          <OwnerLine owner={owner} agent={agent} round={round} />
        </>
      }
    >
      <div className="check-answers">
        {tasks.every(({ missing }) => missing.length === 0) && (
          <p className="quiet">You have answered every required question. The others are optional.</p>
        )}
        {tasks.map(task => (
          <Answers key={task.id} task={task} page={checkPageAddress(thing.kind, thing)} />
        ))}
        <Section heading="Declarations and registration">
          {registering.state === 'to do' && registering.action ? (
            <InlineActionForm
              on={`${thing.kind}/${thing.id}`}
              id={registering.action}
              version={thing.version}
              onDone={done => void navigate(done.page ?? own)}
              onCancel={() => void navigate(own)}
            />
          ) : (
            <>
              <Notice tone="warn">
                <p>You cannot register this yet. {registering.why && `${registering.why}.`}</p>
              </Notice>
              <p>
                Your answers are saved as a draft. <Link to={own}>Back to the tasks</Link>
              </p>
            </>
          )}
        </Section>
      </div>
    </Page>
  )
}

/** All answers about a project, on one page, before registration. */
export const CheckProjectPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.project, id)} title="Check your answers">
      {data => (
        <CheckAnswers
          thing={data}
          owner={data.supplier}
          agent={data.agent}
          round={data.round}
          preparation={data.preparation}
          list={{ name: 'Projects', to: '/projects' }}
        />
      )}
    </PageBoundary>
  )
}

/** All answers about a credit requirement, on one page, before registration. */
export const CheckRequirementPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.requirement, id)} title="Check your answers">
      {data => (
        <CheckAnswers
          thing={data}
          owner={data.buyer}
          agent={data.agent}
          round={data.round}
          preparation={data.preparation}
          list={{ name: 'Credit requirements', to: '/credit-requirements' }}
        />
      )}
    </PageBoundary>
  )
}
