import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { urlOf } from '#contract/endpoint'
import { addressOf } from '#contract/nouns'
import { type Prepared, readRegistration, type Registration } from '#contract/registration'
import { readReceipt } from '#contract/subject'
import { askAgain, useAnswer, useUser } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { OrganisationLink, RoundLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './prepare/prepare.css'
import './shared/pages.css'

const WORDS = {
  project: { called: 'project', owner: 'Supplier', list: { name: 'Projects', to: '/projects' } },
  requirement: {
    called: 'credit requirement',
    owner: 'Buyer or investor',
    list: { name: 'Credit requirements', to: '/credit-requirements' },
  },
} as const satisfies Record<Prepared, object>

const STATES = { done: 'done', now: 'current', later: 'ahead' } as const

const Receipt = ({ entry: { id, receipt, isBeingChained } }: Registration) =>
  receipt ? (
    <a href={urlOf(readReceipt, { params: { id } })} download={`receipt-${id}.json`}>
      Receipt {receipt.hash.slice(0, 8)}
    </a>
  ) : (
    isBeingChained && <>It is being made: a moment</>
  )

const Body = ({ kind, registration }: { kind: Prepared; registration: Registration }) => {
  const { id, name, owner, agent, round, entry, after } = registration
  const { data: user } = useUser()
  const words = WORDS[kind]
  const page = addressOf(kind, { id })
  const isOwn = user?.organisation?.id === owner.id
  useEffect(() => {
    if (!entry.isBeingChained) return undefined
    const timer = setTimeout(() => void askAgain(readRegistration[kind], { params: { id } }), 1500)
    return () => clearTimeout(timer)
  })
  return (
    <Page
      title="Registration received"
      subtitle={<b>{name}</b>}
      crumbs={[words.list, { name, to: page }, { name: 'Registration received' }]}
      actions={
        <div className="action-bar">
          <button type="button" className="button" onClick={() => print()}>
            <Printer aria-hidden="true" />
            Print
          </button>
        </div>
      }
    >
      <div className="confirmation">
        <p>Your reference</p>
        <p className="confirmation-reference num">{entry.id}</p>
      </div>
      <div className="confirmation-facts">
        <KeyValues
          as="list"
          facts={[
            [
              words.called === 'project' ? 'Project' : 'Credit requirement',
              <Link key="it" to={page}>
                {name}
              </Link>,
            ],
            ['Market round', <RoundLink key="round" round={round} withMarket />],
            [words.owner, <OrganisationLink key="owner" organisation={owner} />],
            ['Through', agent && <OrganisationLink key="agent" organisation={agent} type="AGENT" />],
            ['Received', <DayText key="at" day={entry.at} time />],
            ['By', entry.actor],
            [
              'Receipt',
              (entry.receipt !== null || entry.isBeingChained) && <Receipt key="receipt" {...registration} />,
            ],
          ]}
        />
      </div>
      <Section heading="What happens next">
        <div className="confirmation-steps">
          <Steps
            label="What happens next"
            steps={after.map(step => ({
              id: step.text,
              label: step.text,
              state: STATES[step.state],
              detail: `By ${step.by === 'operator' ? 'the market operator' : isOwn ? 'you' : owner.name}`,
            }))}
          />
        </div>
        <p className="quiet measure">
          Where it stands is on its own page and on your first page at any time. You need not do anything
          until a step is yours. Until the market operator has completed the registration, you can still
          change your answers.
        </p>
        <p>
          <Link to={page}>To the {words.called}</Link>
        </p>
        {isOwn && (
          <p>
            <a href="/feedback?about=registering">
              One question: how satisfied are you with registering here?
            </a>
          </p>
        )}
      </Section>
    </Page>
  )
}

/** That something has been registered: it stays, can be read again and printed. */
const RegisteredPage = ({ kind }: { kind: Prepared }) => {
  const { id = '' } = useParams()
  return (
    <PageBoundary query={useAnswer(readRegistration[kind], { params: { id } })} title="Registration received">
      {data => <Body kind={kind} registration={data} />}
    </PageBoundary>
  )
}

/** That a project has been registered. */
export const ProjectRegisteredPage = () => <RegisteredPage kind="project" />

/** That a credit requirement has been registered. */
export const RequirementRegisteredPage = () => <RegisteredPage kind="requirement" />
