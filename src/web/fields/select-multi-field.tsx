import { useState } from 'react'
import type { FieldProps } from './field-props.ts'
import { chooseFilteredText, noChoicesText } from './messages.ts'

const LONG = 10

/** Choice of several from a list, by checkboxes; a long list can be filtered by typing. */
export const SelectMultiField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
  choices,
  isLoadingChoices,
}: FieldProps<string[]>) => {
  const [search, setSearch] = useState('')
  const isLong = choices.length > LONG
  const chosen = value ?? []
  // Choices selected when the form was opened come first; none moves while it is being ticked.
  const [first] = useState(chosen)
  const ordered = isLong
    ? choices.toSorted((a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)))
    : choices
  const shown = ordered.filter(choice => choice.name.toLowerCase().includes(search.trim().toLowerCase()))
  /** Sets the selected choices, in the order of the list. */
  const put = (ids: readonly string[]) =>
    onChange(choices.map(one => one.id).filter(one => ids.includes(one)))
  const toggle = (choice: string, isOn: boolean) =>
    put(isOn ? [...chosen, choice] : chosen.filter(one => one !== choice))
  if (choices.length === 0)
    return (
      <p id={id} className="quiet" tabIndex={-1}>
        {isLoadingChoices ? 'Loading' : noChoicesText(shape.isOptional)}
      </p>
    )
  return (
    <div className="stack-tight" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {isLong && (
        <div className="row">
          <input
            type="search"
            className="input"
            placeholder="Type to filter the list"
            aria-label={`Filter the list: ${shape.label}`}
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
        </div>
      )}
      <div className={isLong ? 'tick-list tick-list-long' : 'tick-list'} tabIndex={isLong ? 0 : undefined}>
        {shown.map((choice, at) => (
          <label className="choice" key={choice.id}>
            <input
              id={at === 0 ? id : undefined}
              type="checkbox"
              aria-invalid={isInvalid}
              checked={chosen.includes(choice.id)}
              onChange={event => toggle(choice.id, event.target.checked)}
            />
            {choice.name}
          </label>
        ))}
        {shown.length === 0 && <p className="quiet">Nothing found</p>}
      </div>
      <div className="row small">
        <span className="quiet num" role="status">
          {chosen.length} of {choices.length} chosen
        </span>
        {isLong && shown.some(({ id: one }) => !chosen.includes(one)) && (
          <button
            type="button"
            className="link-button"
            onClick={() => put([...chosen, ...shown.map(one => one.id)])}
          >
            {chooseFilteredText(shown.length, choices.length)}
          </button>
        )}
        {isLong && chosen.length > 0 && (
          <button type="button" className="link-button" onClick={() => put([])}>
            Choose none
          </button>
        )}
      </div>
    </div>
  )
}
