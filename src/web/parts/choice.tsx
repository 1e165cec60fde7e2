import { useId } from 'react'

/** Choice of one option among a few, shown side by side. */
export const SegmentedChoice = <T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string
  options: readonly { id: T; name: string }[]
  chosen: T
  onChoose: (id: T) => void
}) => {
  const name = useId()
  return (
    <fieldset className="one-of-few">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.id}
          className={option.id === chosen ? 'one-of-few-option is-chosen' : 'one-of-few-option'}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.id === chosen}
            onChange={() => onChoose(option.id)}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}
