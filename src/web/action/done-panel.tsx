import type { ActionName } from '#actions/index'
import { CircleCheckIcon } from '../icons/icons.tsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ActionForm, ActionResult, ActionPreview } from '#contract/kit/form'
import type { NextStep } from '#contract/kit/resource'
import { endpointUrl } from '#contract/kit/endpoint'
import { waitingText } from '#contract/steps/index'
import { pageAddress } from '#contract/nouns/nouns'
import { readReceipt } from '#contract/subject/subject'
import type { Kind } from '#domain/disclosure/entities'
import type { RoundStatus } from '#domain/round/round'
import { DayText } from '../parts/values/amounts.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { KeyValues, type Fact } from '../parts/key-values.tsx'
import { NextSteps } from '../parts/next-things.tsx'
import { ActionConsequences } from './consequence-sheet.tsx'
import { pageAfterAction, useLogEntry } from './after-action.ts'
import { logEntryText } from './messages.ts'
import { ApproverNote } from './proposal-part.tsx'

/** Result of an action, shown until it is dismissed: its log entry, its consequences, and the next steps. */
export const DonePanel = ({
  done,
  action,
  approval,
  rehearsal,
  page,
  onClose,
}: {
  done: ActionResult
  action: string
  /** Approvers, if the action was only proposed. */
  approval: ActionForm['approval']
  rehearsal: ActionPreview | null
  page: string | null
  onClose: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { name } = done.context
  const about = pageAfterAction(done.context)
  const { proposal } = done
  const entry = useLogEntry(done.context, proposal === undefined ? action : 'Propose')
  const facts: Fact[] = [
    ['Reference', entry ? logEntryText(entry.id) : '…'],
    ['When', entry ? <DayText day={entry.at} time /> : '…'],
    [
      'About',
      about ? (
        <Link replace to={about}>
          {name}
        </Link>
      ) : (
        name
      ),
    ],
    [
      'Receipt',
      entry?.receipt ? (
        <a
          href={endpointUrl(readReceipt, { params: { id: entry.id } })}
          download={`receipt-${entry.id}.json`}
        >
          Save receipt {entry.receipt.hash.slice(0, 8)}
        </a>
      ) : (
        entry?.isBeingChained === true && 'Ready in a few seconds'
      ),
    ],
  ]
  if (done.promise)
    facts.push([
      'Promise',
      <a
        key="promise"
        href={`data:application/json,${encodeURIComponent(JSON.stringify(done.promise, null, 1))}`}
        download={`promise-${done.context.id}.json`}
      >
        Save the signed promise
      </a>,
    ])
  const next = proposal === undefined ? [...nextIn(done), ...afterRound(done)] : []
  const waitsFor = proposal === undefined ? waitsIn(done) : undefined
  return (
    <>
      <div className="panel-body">
        <div className="form">
          <h3 className="done-heading" tabIndex={-1} ref={heading}>
            <CircleCheckIcon aria-hidden="true" />
            {done.message}
          </h3>
          <KeyValues as="list" facts={facts} />
          {entry && (entry.receipt || entry.isBeingChained) && (
            <p className="quiet">
              {SEALED.includes(action) &&
                'The amount is sealed: no one else can read it until the market rules allow it. '}
              {done.promise &&
                'The signed promise says that this entry will be in the public log within two hours. Keep the promise until then. '}
              Within an hour, a signed checkpoint of the public log will cover this entry. Your receipt is
              then a proof: save it again, or complete it at <a href="/verify">Verify</a>.
            </p>
          )}
          {proposal !== undefined && (
            <Notice>
              {approval && <ApproverNote approval={approval} />}
              <p>
                <Link replace to={pageAddress('proposal', { id: proposal })}>
                  See the proposal
                </Link>{' '}
                to find out what is decided.
              </p>
            </Notice>
          )}
          {rehearsal && (
            <section className="consequences" aria-label="What was done">
              <h3>
                {proposal === undefined ? 'What was done' : 'What will change if the proposal is approved'}
              </h3>
              <ActionConsequences
                rehearsal={rehearsal}
                {...(proposal === undefined && { done: done.context })}
              />
            </section>
          )}
          {(next.length > 0 || waitsFor) && (
            <section className="stack" aria-label="What happens next">
              <h3>What happens next</h3>
              <NextSteps things={next} none={waitsFor} />
            </section>
          )}
        </div>
      </div>
      <div className="panel-foot">
        <button type="button" className="button button-primary" onClick={onClose}>
          {page ? 'Continue' : 'Close'}
        </button>
      </div>
    </>
  )
}

const SEALED: readonly string[] = ['SetOffer', 'SetBid'] satisfies ActionName[]

// The browser has no schemas and trusts that answers follow the contract.
const isNextThing = (value: unknown): value is NextStep =>
  typeof value === 'object' && value !== null && 'text' in value && 'link' in value && 'on' in value

/** Next steps of the record that was acted on. */
const nextIn = ({ context }: ActionResult): readonly NextStep[] =>
  'next' in context && Array.isArray(context.next) ? context.next.filter(isNextThing) : []

/** Text about what the record's new status waits for. */
const waitsIn = ({ context }: ActionResult): string | undefined =>
  'status' in context && typeof context.status === 'string'
    ? waitingText(context.kind, context.status)
    : undefined

/**
 * Next steps of the market operator while a round is being matched or once it is settled; no other role brings a
 * round to either status.
 */
const afterRound = ({ context }: ActionResult): readonly NextStep[] => {
  const { kind, id } = context
  const status = 'status' in context ? context.status : null
  if (kind !== ('round' satisfies Kind)) return []
  if (status === ('Pending' satisfies RoundStatus))
    return [
      {
        text: 'Review the match when it is ready',
        detail: 'The page of the round shows its progress. Then accept or reject the match.',
        link: pageAfterAction(context) ?? '/',
        action: null,
        on: { kind, id },
      },
    ]
  if (status === ('Settled' satisfies RoundStatus))
    return [
      {
        text: 'Open the work queue',
        detail:
          'The queue lists what the winners of this round are waiting for, from contracts to issued credits.',
        link: `/queue?marketRoundId=${encodeURIComponent(id)}`,
        action: null,
        on: { kind, id },
      },
    ]
  return []
}
