import { typedInto, type FieldProps } from './field-props.ts'

/** One line of text; nothing typed is no value. */
export const InputField = (props: FieldProps<string>) => (
  <input
    {...typedInto(props)}
    className="input"
    type={props.shape.autocomplete === 'email' ? 'email' : 'text'}
    autoComplete={props.shape.autocomplete ?? 'off'}
    value={props.value ?? ''}
    onChange={event => props.onChange(event.target.value || null)}
  />
)
