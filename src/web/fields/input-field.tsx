import { CodeField, ONE_TIME_CODE } from './code-field.tsx'
import { typedInto, type FieldProps } from './field-props.ts'

/** One line of text; nothing typed is no value. */
export const InputField = (props: FieldProps<string>) => {
  const { shape, value, onChange } = props
  if (shape.autocomplete === ONE_TIME_CODE) return <CodeField {...props} />
  return (
    <input
      {...typedInto(props)}
      className="input"
      type={shape.autocomplete === 'email' ? 'email' : 'text'}
      autoComplete={shape.autocomplete ?? 'off'}
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
    />
  )
}
