import { typedInto, type FieldProps } from './field-props.ts'

/** Several lines of text; nothing typed is no value. */
export const TextAreaField = (props: FieldProps<string>) => (
  <textarea
    {...typedInto(props)}
    className="input"
    rows={props.shape.rows ?? 5}
    value={props.value ?? ''}
    onChange={event => props.onChange(event.target.value || null)}
  />
)
