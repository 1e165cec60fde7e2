import { typedInto, type FieldProps } from './field-props.ts'

/** What browsers call a code from a letter or an authenticator. */
export const ONE_TIME_CODE = 'one-time-code'

/** A code of digits, read from a letter or an authenticator; pasting and filling in by the browser are welcome. */
export const CodeField = (props: FieldProps<string>) => (
  <input
    {...typedInto(props)}
    className="input input-code"
    type="text"
    inputMode="numeric"
    autoComplete={ONE_TIME_CODE}
    autoCapitalize="none"
    spellCheck={false}
    value={props.value ?? ''}
    onChange={event => props.onChange(event.target.value.trim() || null)}
  />
)
