import type { ActionName } from '#actions/index'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ActionForm, Done, Rehearsal } from '#contract/form'
import type { NextThing } from '#contract/resource'
import { urlOf } from '#contract/endpoint'
import { waitingText } from '#contract/steps/index'
import { addressOf } from '#contract/nouns'
import { readReceipt } from '#contract/subject'
import type { Kind } from '#domain/entities'
import type { RoundStatus } from '#domain/round'
import { DayText } from '../parts/amounts.tsx'
import { Notice } from '../parts/notice.tsx'
import { KeyValues, type Fact } from '../parts/key-values.tsx'
import { NextThings } from '../parts/next-things.tsx'
import { Consequences } from './consequence-sheet.tsx'
import { pageOf } from './page-of.ts'
import { WhoMayApprove } from './proposal-part.tsx'
import { useLogEntry } from './use-log-entry.ts'

/** What is done, to be read until it is put away: its entry in the log, what came of it, and what comes next. */
export const DonePanel = ({
  done,
  action,
  approval,
  rehearsal,
  page,
  onClose,
}: {
  done: Done
  action: string
  /** Who may approve it, where it is only proposed. */
  approval: ActionForm['approval']
  rehearsal: Rehearsal | null
  page: string | null
  onClose: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { name } = done.context
  const about = pageOf(done.context)
  const { proposal } = done
  const entry = useLogEntry(done.context, proposal === undefined ? action : 'Propose')
  const facts: Fact[] = [
    ['Reference', entry ? `Entry ${entry.id} of the activity log` : '…'],
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
        <a href={urlOf(readReceipt, { params: { id: entry.id } })} download={`receipt-${entry.id}.json`}>
          Save receipt {entry.receipt.hash.slice(0, 8)}
        </a>
      ) : (
        entry?.isBeingChained === true && 'It is being made: a second or two'
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
            <CircleCheck aria-hidden="true" />
            {done.message}
          </h3>
          <KeyValues as="list" facts={facts} />
          {entry && (entry.receipt || entry.isBeingChained) && (
            <p className="quiet">
              {SEALED.includes(action) &&
                'The amount is sealed: nobody else reads it before the market rules say so. '}
              {done.promise &&
                'The signed promise says that the public log will hold it within two hours: keep it until then. '}
              The receipt is not proved before a signed checkpoint covers it, within the hour: save it again
              then, or complete it at <a href="/verify">Verify</a>.
            </p>
          )}
          {proposal !== undefined && (
            <Notice>
              {approval && <WhoMayApprove approval={approval} />}
              <p>
                <Link replace to={addressOf('proposal', { id: proposal })}>
                  Look at the proposal
                </Link>
                : what becomes of it is told there.
              </p>
            </Notice>
          )}
          {rehearsal && (
            <section className="consequences" aria-label="What was done">
              <h3>{proposal === undefined ? 'What was done' : 'What it would change'}</h3>
              <Consequences rehearsal={rehearsal} {...(proposal === undefined && { done: done.context })} />
            </section>
          )}
          {(next.length > 0 || waitsFor) && (
            <section className="stack" aria-label="What comes next">
              <h3>What comes next</h3>
              <NextThings things={next} none={waitsFor} />
            </section>
          )}
        </div>
      </div>
      <div className="panel-foot">
        <button type="button" className="button button-primary" onClick={onClose}>
          {page ? 'Go there' : 'Close'}
        </button>
      </div>
    </>
  )
}

const SEALED: readonly string[] = ['SetOffer', 'SetBid'] satisfies ActionName[]

// The browser has no schemas, and takes answers for what the contract says.
const isNextThing = (value: unknown): value is NextThing =>
  typeof value === 'object' && value !== null && 'text' in value && 'link' in value && 'on' in value

/** What the thing that was acted on says of what comes next. */
const nextIn = ({ context }: Done): readonly NextThing[] =>
  'next' in context && Array.isArray(context.next) ? context.next.filter(isNextThing) : []

/** What is waited for in the status that the thing has come to. */
const waitsIn = ({ context }: Done): string | undefined =>
  'status' in context && typeof context.status === 'string'
    ? waitingText(context.kind, context.status)
    : undefined

/** What the market operator is led to once a round is being matched or is settled: others change neither. */
const afterRound = ({ context }: Done): readonly NextThing[] => {
  const { kind, id } = context
  const status = 'status' in context ? context.status : null
  if (kind !== ('round' satisfies Kind)) return []
  if (status === ('Pending' satisfies RoundStatus))
    return [
      {
        text: 'Review the match once it is found',
        detail: 'It is worked out now, which the page of the round shows. Then accept or reject it.',
        link: pageOf(context) ?? '/',
        action: null,
        on: { kind, id },
      },
    ]
  if (status === ('Settled' satisfies RoundStatus))
    return [
      {
        text: 'Open the work queue',
        detail: 'What the winners of this round wait for, from contracts to credits issued.',
        link: `/queue?marketRoundId=${encodeURIComponent(id)}`,
        action: null,
        on: { kind, id },
      },
    ]
  return []
}
