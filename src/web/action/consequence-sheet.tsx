import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Rehearsal, WhatChanges } from '#contract/form'
import { addressOf } from '#contract/nouns'
import type { Resource } from '#contract/resource'
import { changeTitle } from '#domain/credit'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { marketDayOf } from '#domain/dates'
import { poundsOf } from '#domain/money'
import { proceedsParts } from '#domain/result-words'
import { quantityOf } from '#domain/units'
import { InPence, Money, Quantity } from '../parts/amounts.tsx'
import { KeyValues, type Fact } from '../parts/key-values.tsx'
import { labelOf } from '../parts/label-of.ts'
import { UnitPrice, PerUnit } from '../parts/price-per-unit.tsx'
import { mostUnits, ScheduleNote } from '../parts/schedule.tsx'
import {
  beginsWork,
  counted,
  creditsTold,
  goesIn,
  leadOf,
  letterSentence,
  paidByType,
  proceedsIn,
  roundLines,
  settles,
  statusWord,
  stepsIn,
  type Step,
} from './consequences.ts'
import './consequences.css'

/** To what something was done. */
type Place = Pick<Resource, 'kind' | 'id'>

/** How many of a long list are in view before it is unfolded. */
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

const AMOUNTS: Record<string, string> = {
  offer: 'Offer',
  bid: 'Bid',
  bidOngoingOnly: 'Bid for ongoing units only',
  payment: 'Payment',
}

const Amounts = ({ money }: Pick<WhatChanges, 'money'>) => (
  <Lines>
    {money.map(({ kind, id, name, what, amount, quantities }) => (
      <li key={`${kind} ${id} ${name} ${what}`}>
        {amount === null ? (
          `${labelOf(AMOUNTS, what)} for ${name} is taken back`
        ) : (
          <>
            <b className="consequence-sum">
              <Money pounds={amount} />
            </b>{' '}
            {labelOf(AMOUNTS, what).toLowerCase()} for {name}
            {quantities.map(({ creditType, units }) => (
              <div key={creditType} className="quiet small">
                for <Quantity units={units} /> {CREDIT_TYPE_LABELS[creditType].toLowerCase()}
              </div>
            ))}
            {quantities.length > 0 && <PerUnit pounds={amount} quantities={quantities} of="unit" />}
          </>
        )}
      </li>
    ))}
  </Lines>
)

const PaidFor = ({ changes }: { changes: WhatChanges }) => (
  <Lines>
    {paidByType(changes).map(({ creditType, units, pence, perUnit }) => (
      <li key={creditType}>
        <Money pounds={poundsOf(pence)} /> for <Quantity units={quantityOf(units)} />{' '}
        {CREDIT_TYPE_LABELS[creditType].toLowerCase()}
        {perUnit !== null && <UnitPrice price={poundsOf(perUnit)} of="unit" />}
      </li>
    ))}
  </Lines>
)

/** For whom the money is that projects would receive; nothing where all of it is for the suppliers. */
const ForWhom = ({ parts }: { parts: ReturnType<typeof proceedsParts> }) => (
  <Lines>
    {parts.map(({ label, amount }) => (
      <li key={label}>
        <Money pounds={amount} /> {label}
      </li>
    ))}
  </Lines>
)

const GoesIn = ({ counts }: { counts: WhatChanges['inRound'] }) => (
  <Lines>
    {counts.map(({ kind, status, count, creditTypes }) => (
      <li key={`${kind} ${status}`}>
        {statusWord(kind, status)}: {counted(count, kind)}
        {creditTypes.length > 0 && (
          <div className="quiet small">
            {creditTypes.map(one => `${CREDIT_TYPE_LABELS[one.creditType]} ${one.count}`).join(', ')}
          </div>
        )}
      </li>
    ))}
  </Lines>
)

const Credits = ({ changes }: { changes: WhatChanges }) => {
  const today = marketDayOf(new Date().toISOString())
  return (
    <Lines>
      {creditsTold(changes).map(({ creditType, from, to, unitsPerPeriod, serials }) => (
        <li key={`${creditType} ${from} ${to}`}>
          Up to <Quantity units={mostUnits(unitsPerPeriod)} /> {CREDIT_TYPE_LABELS[creditType].toLowerCase()}:{' '}
          <b>{changeTitle(from, to)}</b>
          {from !== null && from !== 'None' && (
            <span className="quiet"> (from {statusWord('credit', from).toLowerCase()})</span>
          )}
          {!settles(changes) && <ScheduleNote periods={unitsPerPeriod} on={today} />}
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

/** What has come to a status, with the way to it: to its page, or to the list of all of a round. */
const Reached = ({ step: { kind, who, to, id }, roundId }: { step: Step; roundId: string | null }) => {
  if (kind !== 'project' && kind !== 'requirement') return who
  const list = kind === 'project' ? '/projects' : '/credit-requirements'
  if (id !== null)
    return (
      <Link replace to={addressOf(kind, { id })}>
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

const Steps = ({ changes, done }: { changes: WhatChanges; done: Place | null }) => (
  <Lines>
    {stepsIn(changes).map(step => (
      <li key={`${step.kind} ${step.to}`}>
        {done ? <Reached step={step} roundId={done.kind === 'round' ? done.id : null} /> : step.who}:{' '}
        <b>{statusWord(step.kind, step.to)}</b>{' '}
        <span className="quiet">
          ({done ? 'before' : 'now'}: {step.from})
        </span>
      </li>
    ))}
  </Lines>
)

const factsOf = (changes: WhatChanges, done: Place | null): Fact[] => {
  // That a bid is taken back says it of its lower one, too.
  const amounts = changes.money.filter(
    ({ what, amount }) => what !== 'payment' && (what !== 'bidOngoingOnly' || amount !== null),
  )
  const isMatch = beginsWork(changes) && goesIn(changes).length > 0
  const isSettling = settles(changes)
  const forWhom = proceedsParts(proceedsIn(changes), 'the suppliers')
  const { organisations, statuses, inRound } = changes
  return [
    ['Amount', amounts.length > 0 && <Amounts money={amounts} />],
    ['By credit type', isSettling && <PaidFor changes={changes} />],
    ['Projects receive', forWhom.length > 0 && <ForWhom parts={forWhom} />],
    ['Goes in', isMatch && <GoesIn counts={goesIn(changes)} />],
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
      'Whose',
      organisations.length > 0 && (
        <ListOf items={organisations.map(({ name }) => name)} what="organisations" />
      ),
    ],
    ['Units', creditsTold(changes).length > 0 && <Credits changes={changes} />],
    ['Letters', letterSentence(changes)],
    ['Status', stepsIn({ statuses }).length > 0 && <Steps changes={changes} done={done} />],
  ]
}

/** What an act does, as its rehearsal tells it: who, how much, which units, which letters, and what can be taken back. */
export const Consequences = ({
  rehearsal: { changes, sentences },
  undone,
  done = null,
}: {
  rehearsal: Pick<Rehearsal, 'changes' | 'sentences'>
  /** What can be taken back of it, before it is done. */
  undone?: string
  /** To what it was done, once it is. */
  done?: Place | null
}) => {
  const lead = changes && leadOf(changes)
  // Payments always tell pence; other amounts all do where one has any.
  const amounts = changes && !settles(changes) ? changes.money.map(({ amount }) => amount) : undefined
  return (
    <InPence {...(amounts && { amounts })}>
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
    </InPence>
  )
}
