import type { CurrentStep } from '#contract/kit/step-clock'
import { utcDayOf } from '@credit-market/values/dates'
import { waitingTimeText, dueDateText, usualWaitingTimeText } from '#domain/steps/step-clock'
import { DayText } from './values/amounts.tsx'
import { currentTime } from '../api/clock.ts'

/** Names who has to do a step. */
export const assigneeText = ({ turn }: Pick<CurrentStep, 'turn'>, owner: string): string =>
  turn === 'nobody' ? 'Happens automatically' : turn === 'operator' ? 'The market operator' : owner

/** Due date of a step, and how far away it is. */
export const DueDateText = ({ due, none = 'No date' }: { due: string | null; none?: string }) => {
  if (due === null) return <span className="quiet">{none}</span>
  const { text, isLate } = dueDateText(due, currentTime())
  return (
    <span className="due">
      <DayText day={due} />
      <span className={isLate ? 'due-late' : 'quiet'}>{text}</span>
    </span>
  )
}

/** Date since which a step has been waiting, and how long it usually takes. */
export const WaitingSinceText = ({ since, usualDays }: Pick<CurrentStep, 'since' | 'usualDays'>) => {
  const now = currentTime()
  return (
    <span className="due">
      {since === null ? <span className="quiet">–</span> : <span>{waitingTimeText(since, now)}</span>}
      {usualDays !== null && <span className="quiet">{usualWaitingTimeText(usualDays)}</span>}
    </span>
  )
}

/** Step that the page's subject is waiting for, with assignee, start and due date. */
export const StepClockLine = ({ clock, owner }: { clock: CurrentStep | null; owner: string }) =>
  clock && (
    <dl className="step-clock" aria-label="Next step">
      <div>
        <dt>Next step</dt>
        <dd>{clock.what}</dd>
      </div>
      <div>
        <dt>Waiting for</dt>
        <dd>{assigneeText(clock, owner)}</dd>
      </div>
      <div>
        <dt>Waiting time</dt>
        <dd>
          <WaitingSinceText {...clock} />
          {clock.since !== null && (
            <span className="quiet">
              since <DayText day={utcDayOf(clock.since)} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd>
          <DueDateText due={clock.due} none="No date is set" />
        </dd>
      </div>
    </dl>
  )
