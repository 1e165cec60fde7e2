import { type ReactNode, useId, useState } from 'react'
import { isDay } from '@credit-market/values/dates'
import { CircleAlertIcon } from '../../icons/icons.tsx'
import { TURNED_PERIOD_TEXT } from './messages.ts'
import '../../charts/day-chooser.css'

/** First day that a query accepts; a year that is half typed is before it. */
const FIRST_DAY = '1000-01-01'

const DayInput = ({
  label,
  value,
  errorId,
  onChange,
}: {
  label: string
  value: string
  errorId: string | undefined
  onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <span className="day-input">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input"
        value={value}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        onChange={event => onChange(event.target.value)}
      />
    </span>
  )
}

interface PeriodQuery {
  from?: string
  until?: string
}

const dayOrNothing = (typed: string): string | undefined =>
  isDay(typed) && typed >= FIRST_DAY ? typed : undefined

const queryOf = ({ from, until }: { from: string; until: string }): PeriodQuery => ({
  from: dayOrNothing(from),
  until: dayOrNothing(until),
})

const isTurned = ({ from, until }: PeriodQuery): boolean =>
  from !== undefined && until !== undefined && from > until

/**
 * A period that the reader chooses, and that begins as given: its query, and the inputs of its first and last day. While the last day is
 * before the first, the inputs say so, and the query stays as it was.
 */
export const usePeriod = (first = { from: '', until: '' }): { query: PeriodQuery; inputs: ReactNode } => {
  const [typed, setTyped] = useState(first)
  const [query, setQuery] = useState(() => queryOf(first))
  const errorId = useId()
  const isWrong = isTurned(queryOf(typed))
  const change = (part: Partial<typeof typed>): void => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (!isTurned(queryOf(next))) setQuery(queryOf(next))
  }
  const shared = { errorId: isWrong ? errorId : undefined }
  return {
    query,
    inputs: (
      <>
        <DayInput label="From" value={typed.from} onChange={from => change({ from })} {...shared} />
        <DayInput label="To" value={typed.until} onChange={until => change({ until })} {...shared} />
        {isWrong && (
          <p className="field-message" id={errorId} role="status">
            <CircleAlertIcon aria-hidden="true" />
            {TURNED_PERIOD_TEXT}
          </p>
        )}
      </>
    ),
  }
}

/** A last day that the reader may choose: its query, and its input. */
export const useLastDay = (label: string): { query: { until?: string }; input: ReactNode } => {
  const [until, setUntil] = useState('')
  return {
    query: { until: dayOrNothing(until) },
    input: <DayInput label={label} value={until} errorId={undefined} onChange={setUntil} />,
  }
}
