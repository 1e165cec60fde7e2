import { useState } from 'react'
import type { FieldProps } from './field-props.ts'

/** A password, hidden unless shown on purpose; password managers and pasting are welcome. */
export const PasswordField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<string>) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className="input-group">
      <input
        id={id}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={shape.autocomplete ?? 'new-password'}
        autoCapitalize="none"
        spellCheck={false}
        required={!shape.isOptional}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={value ?? ''}
        onChange={event => onChange(event.target.value || null)}
      />
      <button
        type="button"
        className="button button-quiet"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
