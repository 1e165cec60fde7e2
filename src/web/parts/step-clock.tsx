import type { StepClock } from '#contract/step-clock'
import { dayOf } from '#domain/dates'
import { ageText, dueText, usualText } from '#domain/step-clock'
import { DayText } from './amounts.tsx'

/** Whose turn a step is, in words. */
export const turnText = ({ turn }: Pick<StepClock, 'turn'>, owner: string): string =>
  turn === 'nobody' ? 'It happens by itself' : turn === 'operator' ? 'The market operator' : owner

/** A day by which something should be done, and how far that is off. */
export const DueText = ({ due, none = 'No date' }: { due: string | null; none?: string }) => {
  if (due === null) return <span className="quiet">{none}</span>
  const { text, isLate } = dueText(due, new Date().toISOString())
  return (
    <span className="due">
      <DayText day={due} />
      <span className={isLate ? 'due-late' : 'quiet'}>{text}</span>
    </span>
  )
}

/** Since when something waits, and how long that usually takes. */
export const WaitText = ({ since, usualDays }: Pick<StepClock, 'since' | 'usualDays'>) => {
  const now = new Date().toISOString()
  return (
    <span className="due">
      {since === null ? <span className="quiet">–</span> : <span>{ageText(since, now)}</span>}
      {usualDays !== null && <span className="quiet">{usualText(usualDays)}</span>}
    </span>
  )
}

/** The step that the thing of a page waits for: what it is, whose turn, since when and by when. */
export const StepClockLine = ({ clock, owner }: { clock: StepClock | null; owner: string }) =>
  clock && (
    <dl className="step-clock" aria-label="The step that this waits for">
      <div>
        <dt>Next step</dt>
        <dd>{clock.what}</dd>
      </div>
      <div>
        <dt>Whose turn</dt>
        <dd>{turnText(clock, owner)}</dd>
      </div>
      <div>
        <dt>Waits</dt>
        <dd>
          <WaitText {...clock} />
          {clock.since !== null && (
            <span className="quiet">
              since <DayText day={dayOf(clock.since)} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd>
          <DueText due={clock.due} none="No day is set" />
        </dd>
      </div>
    </dl>
  )
