import { useId } from 'react'
import '../../charts/day-chooser.css'

/** Input of a day with its label, next to others in a row. */
export const DayInput = ({
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
