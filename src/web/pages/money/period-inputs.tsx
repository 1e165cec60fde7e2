import { type ReactNode, useId, useState } from 'react'
import { isDay } from '@credit-market/values/dates'
import '../../charts/day-chooser.css'

/** First day that a query accepts; a year that is half typed is before it. */
const FIRST_DAY = '1000-01-01'

const DayInput = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
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
        onChange={event => onChange(event.target.value)}
      />
    </span>
  )
}

const dayOrNothing = (typed: string): string | undefined =>
  isDay(typed) && typed >= FIRST_DAY ? typed : undefined

/** A period that the reader chooses, and that begins as given: its query, and the inputs of its first and last day. */
export const usePeriod = (
  first = { from: '', until: '' },
): { query: { from?: string; until?: string }; inputs: ReactNode } => {
  const [from, setFrom] = useState(first.from)
  const [until, setUntil] = useState(first.until)
  return {
    query: { from: dayOrNothing(from), until: dayOrNothing(until) },
    inputs: (
      <>
        <DayInput label="From" value={from} onChange={setFrom} />
        <DayInput label="To" value={until} onChange={setUntil} />
      </>
    ),
  }
}

/** A last day that the reader may choose: its query, and its input. */
export const useLastDay = (label: string): { query: { until?: string }; input: ReactNode } => {
  const [until, setUntil] = useState('')
  return {
    query: { until: dayOrNothing(until) },
    input: <DayInput label={label} value={until} onChange={setUntil} />,
  }
}
