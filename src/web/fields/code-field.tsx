import { typedInto, type FieldProps } from './field-props.ts'

/** A code of digits, read from a letter or an authenticator; pasting and filling in by the browser are welcome. */
export const CodeField = (props: FieldProps<string>) => (
  <input
    {...typedInto(props)}
    className="input input-code"
    type="text"
    inputMode="numeric"
    autoComplete={props.shape.autocomplete ?? 'one-time-code'}
    autoCapitalize="none"
    spellCheck={false}
    value={props.value ?? ''}
    onChange={event => props.onChange(event.target.value.trim() || null)}
  />
)
