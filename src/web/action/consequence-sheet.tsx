import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChangeSummary } from '#contract/kit/change-summary'
import type { ActionPreview } from '#contract/kit/form'
import { pageAddress } from '#contract/nouns/nouns'
import type { Resource } from '#contract/kit/resource'
import { statusChangeTitle } from '#domain/credit/credit'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { englishDayOf } from '@credit-market/values/dates'
import { poundsOf } from '@credit-market/values/money'
import { listProceedsRecipients } from '#domain/match/result-words'
import { unitsToNumber } from '@credit-market/values/units'
import { ShowPence, Money, Quantity } from '../parts/values/amounts.tsx'
import { KeyValues, type Fact } from '../parts/key-values.tsx'
import { UnitPrice, PerUnit } from '../parts/values/price-per-unit.tsx'
import { maxUnits, ScheduleNote } from '../parts/values/schedule.tsx'
import {
  startsTask,
  visibleCreditChanges,
  offersAndBidsToMatch,
  leadSentence,
  emailCountText,
  paymentsByType,
  totalProceedsView,
  roundLines,
  isSettlement,
  statusText,
  groupStatusChanges,
  type StatusChange,
} from './consequences.ts'
import { recordCountText } from '../parts/messages.ts'
import { amountPurposeText, UNITS_IN_SENTENCE, withdrawnText } from './messages.ts'
import './consequences.css'
import { currentTime } from '../api/clock.ts'

/** Subject of the action. */
type Place = Pick<Resource, 'kind' | 'id'>

/** Number of lines of a long list that are visible before it is unfolded. */
const IN_VIEW = 4

const ListOf = ({ items, what }: { items: readonly string[]; what: string }) =>
  items.length <= IN_VIEW ? (
    <>{items.join(', ')}</>
  ) : (
    <details>
      <summary>
        {items.length} {what}
      </summary>
      <p className="small">{items.join(', ')}</p>
    </details>
  )

const Lines = ({ children }: { children: ReactNode }) => <ul className="consequence-lines">{children}</ul>

const Amounts = ({ money }: Pick<ChangeSummary, 'money'>) => (
  <Lines>
    {money.map(({ kind, id, name, what, amount, quantities }) => (
      <li key={`${kind} ${id} ${name} ${what}`}>
        {amount === null ? (
          withdrawnText(what, name)
        ) : (
          <>
            <b className="consequence-sum">
              <Money pounds={amount} />
            </b>{' '}
            {amountPurposeText(what, name)}
            {quantities.map(({ creditType, units }) => (
              <div key={creditType} className="quiet small">
                for <Quantity units={units} /> {UNITS_IN_SENTENCE[creditType]}
              </div>
            ))}
            {quantities.length > 0 && <PerUnit pounds={amount} quantities={quantities} of="unit" />}
          </>
        )}
      </li>
    ))}
  </Lines>
)

const PaidFor = ({ changes }: { changes: ChangeSummary }) => (
  <Lines>
    {paymentsByType(changes).map(({ creditType, units, pence, perUnit }) => (
      <li key={creditType}>
        <Money pounds={poundsOf(pence)} /> for <Quantity units={unitsToNumber(units)} />{' '}
        {UNITS_IN_SENTENCE[creditType]}
        {perUnit !== null && <UnitPrice price={poundsOf(perUnit)} of="unit" />}
      </li>
    ))}
  </Lines>
)

/**
 * Breakdown by recipient of the money that projects would receive; nothing if the suppliers receive all.
 */
const ForWhom = ({ parts }: { parts: ReturnType<typeof listProceedsRecipients> }) => (
  <Lines>
    {parts.map(({ label, amount }) => (
      <li key={label}>
        <Money pounds={amount} /> {label}
      </li>
    ))}
  </Lines>
)

const GoesIn = ({ counts }: { counts: ChangeSummary['inRound'] }) => (
  <Lines>
    {counts.map(({ kind, status, count, creditTypes }) => (
      <li key={`${kind} ${status}`}>
        {statusText(kind, status)}: {recordCountText(count, kind)}
        {creditTypes.length > 0 && (
          <div className="quiet small">
            {creditTypes.map(one => `${CREDIT_TYPE_LABELS[one.creditType]} ${one.count}`).join(', ')}
          </div>
        )}
      </li>
    ))}
  </Lines>
)

const Credits = ({ changes }: { changes: ChangeSummary }) => {
  const today = englishDayOf(currentTime())
  return (
    <Lines>
      {visibleCreditChanges(changes).map(({ creditType, from, to, unitsPerPeriod, serials }) => (
        <li key={`${creditType} ${from} ${to}`}>
          Up to <Quantity units={maxUnits(unitsPerPeriod)} /> {UNITS_IN_SENTENCE[creditType]}:{' '}
          <b>{statusChangeTitle(from, to)}</b>
          {from !== null && from !== 'None' && (
            <span className="quiet"> (from {statusText('credit', from)})</span>
          )}
          {!isSettlement(changes) && <ScheduleNote periods={unitsPerPeriod} on={today} />}
          {serials.length > 0 && (
            <div className="small num">
              <ListOf items={serials} what="ranges of serials" />
            </div>
          )}
        </li>
      ))}
    </Lines>
  )
}

/** Records that reach a status, linked to the record's page or to the list of all in a round. */
const Reached = ({
  step: { kind, who, to, id },
  roundId,
}: {
  step: StatusChange
  roundId: string | null
}) => {
  if (kind !== 'project' && kind !== 'requirement') return who
  const list = kind === 'project' ? '/projects' : '/credit-requirements'
  if (id !== null)
    return (
      <Link replace to={pageAddress(kind, { id })}>
        {who}
      </Link>
    )
  return roundId === null ? (
    who
  ) : (
    <Link replace to={`${list}?marketRoundId=${roundId}&status=${to}`}>
      {who}
    </Link>
  )
}

const Steps = ({ changes, done }: { changes: ChangeSummary; done: Place | null }) => (
  <Lines>
    {groupStatusChanges(changes).map(step => (
      <li key={`${step.kind} ${step.to}`}>
        {done ? <Reached step={step} roundId={done.kind === 'round' ? done.id : null} /> : step.who}:{' '}
        <b>{statusText(step.kind, step.to)}</b>{' '}
        <span className="quiet">
          ({done ? 'before' : 'now'}: {step.from})
        </span>
      </li>
    ))}
  </Lines>
)

const factsOf = (changes: ChangeSummary, done: Place | null): Fact[] => {
  // Withdrawing a bid implies withdrawing its lower bid.
  const amounts = changes.money.filter(
    ({ what, amount }) => what !== 'payment' && (what !== 'bidOngoingOnly' || amount !== null),
  )
  const isMatch = startsTask(changes) && offersAndBidsToMatch(changes).length > 0
  const isSettling = isSettlement(changes)
  const forWhom = listProceedsRecipients(totalProceedsView(changes), 'the suppliers')
  const { organisations, statuses, inRound } = changes
  return [
    ['Amount', amounts.length > 0 && <Amounts money={amounts} />],
    ['By credit type', isSettling && <PaidFor changes={changes} />],
    ['Projects receive', forWhom.length > 0 && <ForWhom parts={forWhom} />],
    ['In the match', isMatch && <GoesIn counts={offersAndBidsToMatch(changes)} />],
    [
      'In the round',
      !isMatch && !isSettling && inRound.length > 0 && (
        <Lines>
          {roundLines(inRound).map(line => (
            <li key={line}>{line}</li>
          ))}
        </Lines>
      ),
    ],
    [
      'Organisations',
      organisations.length > 0 && (
        <ListOf items={organisations.map(({ name }) => name)} what="organisations" />
      ),
    ],
    ['Units', visibleCreditChanges(changes).length > 0 && <Credits changes={changes} />],
    ['Emails', emailCountText(changes)],
    ['Status', groupStatusChanges({ statuses }).length > 0 && <Steps changes={changes} done={done} />],
  ]
}

/**
 * Consequences of an action, as its preview lists them: who, how much, which units, which emails, and what
 * can be undone.
 */
export const ActionConsequences = ({
  rehearsal: { changes, sentences },
  undone,
  done = null,
}: {
  rehearsal: Pick<ActionPreview, 'changes' | 'sentences'>
  /** Part that can be undone, before the action is done. */
  undone?: string
  /** Subject of the action, once it is done. */
  done?: Place | null
}) => {
  const lead = changes && leadSentence(changes)
  // Payments always show pence; other amounts all do if one of them has any.
  const amounts = changes && !isSettlement(changes) ? changes.money.map(({ amount }) => amount) : undefined
  return (
    <ShowPence {...(amounts && { amounts })}>
      {lead && <p className="consequence-lead">{lead}</p>}
      {undone && <p className="consequence-undone">{undone}</p>}
      {sentences.length > 0 && (
        <ul className="consequence-sentences">
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {changes && <KeyValues as="list" facts={factsOf(changes, done)} />}
    </ShowPence>
  )
}
