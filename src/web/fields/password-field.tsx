import { useState } from 'react'
import { textInputAttributes, type FieldProps } from './field-props.ts'

/** Password, hidden unless the user shows it; password managers and pasting are allowed. */
export const PasswordField = (props: FieldProps<string>) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className="input-group">
      <input
        {...textInputAttributes(props)}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={props.shape.autocomplete ?? 'new-password'}
        autoCapitalize="none"
        spellCheck={false}
        value={props.value ?? ''}
        onChange={event => props.onChange(event.target.value || null)}
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
