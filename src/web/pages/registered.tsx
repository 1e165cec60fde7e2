import { PrinterIcon } from '../icons/icons.tsx'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { pageAddress } from '#contract/nouns/nouns'
import { type PreparedKind, readRegistration, type Registration } from '#contract/nouns/registration'
import { readReceipt } from '#contract/subject/subject'
import { refetchAnswer, useAnswer, useUser } from '../api/api.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { OrganisationLink, RoundLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './prepare/prepare.css'
import './shared/pages.css'

const WORDS = {
  project: {
    name: 'Project',
    link: 'Go to the project',
    owner: 'Supplier',
    list: { name: 'Projects', to: '/projects' },
  },
  requirement: {
    name: 'Credit requirement',
    link: 'Go to the credit requirement',
    owner: 'Buyer or investor',
    list: { name: 'Credit requirements', to: '/credit-requirements' },
  },
} as const satisfies Record<PreparedKind, object>

const STATES = { done: 'done', now: 'current', later: 'ahead' } as const

const Receipt = ({ entry: { id, receipt, isBeingChained } }: Registration) =>
  receipt ? (
    <a href={endpointUrl(readReceipt, { params: { id } })} download={`receipt-${id}.json`}>
      Receipt {receipt.hash.slice(0, 8)}
    </a>
  ) : (
    isBeingChained && <>We are creating your receipt</>
  )

const Body = ({ kind, registration }: { kind: PreparedKind; registration: Registration }) => {
  const { id, name, owner, agent, round, entry, after } = registration
  const { data: user } = useUser()
  const words = WORDS[kind]
  const page = pageAddress(kind, { id })
  const isOwn = user?.organisation?.id === owner.id
  useEffect(() => {
    if (!entry.isBeingChained) return undefined
    const timer = setTimeout(() => void refetchAnswer(readRegistration[kind], { params: { id } }), 1500)
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
            <PrinterIcon aria-hidden="true" />
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
              words.name,
              <Link key="it" to={page}>
                {name}
              </Link>,
            ],
            ['Market round', <RoundLink key="round" round={round} withMarket />],
            [words.owner, <OrganisationLink key="owner" organisation={owner} />],
            ['Agent', agent && <OrganisationLink key="agent" organisation={agent} type="AGENT" />],
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
          You can follow progress on your home page and on the page of this registration. You do not need to
          do anything until a step is yours. You can change your answers until the market operator completes
          the registration.
        </p>
        <p>
          <Link to={page}>{words.link}</Link>
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

/** Confirmation of a registration. Its address is permanent, so it can be read again and printed. */
const RegisteredPage = ({ kind }: { kind: PreparedKind }) => {
  const { id = '' } = useParams()
  return (
    <PageBoundary query={useAnswer(readRegistration[kind], { params: { id } })} title="Registration received">
      {data => <Body kind={kind} registration={data} />}
    </PageBoundary>
  )
}

/** Confirmation that a project is registered. */
export const ProjectRegisteredPage = () => <RegisteredPage kind="project" />

/** Confirmation that a credit requirement is registered. */
export const RequirementRegisteredPage = () => <RegisteredPage kind="requirement" />
