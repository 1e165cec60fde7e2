import { textInputAttributes, type FieldProps } from './field-props.ts'

/** Autocomplete token of a code from an email or an authenticator. */
const ONE_TIME_CODE = 'one-time-code'

/** Code of digits from an email or an authenticator; pasting and autofill are allowed. */
const CodeField = (props: FieldProps<string>) => (
  <input
    {...textInputAttributes(props)}
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

/** Single line of text; empty text is no answer. */
export const InputField = (props: FieldProps<string>) => {
  const { shape, value, onChange } = props
  if (shape.autocomplete === ONE_TIME_CODE) return <CodeField {...props} />
  return (
    <input
      {...textInputAttributes(props)}
      className="input"
      type={shape.autocomplete === 'email' ? 'email' : 'text'}
      autoComplete={shape.autocomplete ?? 'off'}
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
    />
  )
}

/** Several lines of text; empty text is no answer. */
export const TextAreaField = (props: FieldProps<string>) => (
  <textarea
    {...textInputAttributes(props)}
    className="input"
    rows={props.shape.rows ?? 5}
    value={props.value ?? ''}
    onChange={event => props.onChange(event.target.value || null)}
  />
)
