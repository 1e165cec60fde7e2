import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { filtersLabel } from '../messages.ts'
import { useListState } from '../page/list-address.ts'

/** Filter of a list, by its parameter in the address: a select with choices, a text field without them. */
export interface Filter<Id extends string = string> {
  id: Id
  label: string
  choices?: readonly { id: string; name: string }[]
}

const TextFilter = ({
  filter,
  value,
  set,
}: {
  filter: Filter
  value: string
  set: (value: string) => void
}) => {
  const id = useId()
  const [text, setText] = useState(value)
  return (
    <form
      className="filter filter-wide"
      role="search"
      onSubmit={event => {
        event.preventDefault()
        set(text.trim())
      }}
    >
      <label htmlFor={id}>{filter.label}</label>
      <input
        id={id}
        type="search"
        className="input"
        value={text}
        onChange={event => {
          setText(event.target.value)
          if (event.target.value === '') set('')
        }}
        onBlur={() => text.trim() !== value && set(text.trim())}
      />
    </form>
  )
}

/** Filters of a list, stored in the address, so that a filtered list can be linked to and returned to. */
export const FilterBar = <Id extends string>({ filters }: { filters: readonly Filter<Id>[] }) => {
  const [search] = useSearchParams()
  const { setFilter, clear } = useListState()
  const base = useId()
  const [isFolded, setFolded] = useState(true)
  const active = filters.filter(filter => search.get(filter.id))
  const chosen = active.filter(filter => filter.choices).length
  return (
    <div
      className={isFolded ? 'filter-bar filter-bar-folded' : 'filter-bar'}
      role="group"
      aria-label="Filters"
    >
      {filters.map(filter => {
        const value = search.get(filter.id) ?? ''
        if (!filter.choices)
          return (
            <TextFilter
              key={`${filter.id}=${value}`}
              filter={filter}
              value={value}
              set={text => setFilter(filter.id, text || null)}
            />
          )
        return (
          <div className="filter" key={filter.id}>
            <label htmlFor={`${base}-${filter.id}`}>{filter.label}</label>
            <select
              id={`${base}-${filter.id}`}
              className="input"
              value={value}
              // Names of rounds are long, and they differ at their end.
              title={filter.choices.find(({ id }) => id === value)?.name}
              onChange={event => setFilter(filter.id, event.target.value || null)}
            >
              <option value="">All</option>
              {filter.choices.map(choice => (
                <option key={choice.id} value={choice.id}>
                  {choice.name}
                </option>
              ))}
            </select>
          </div>
        )
      })}
      {filters.some(filter => filter.choices) && (
        <button
          type="button"
          className="button filters-toggle"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {filtersLabel(chosen)}
        </button>
      )}
      {active.length > 0 && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => clear(active.map(filter => filter.id))}
        >
          Clear filters
        </button>
      )}
    </div>
  )
}
