import { useState } from 'react'
import { typedInto, type FieldProps } from './field-props.ts'

const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 10 })

const numberIn = (text: string): number | null => {
  const cleaned = text.replace(/[,\s£]/g, '')
  return cleaned === '' || Number.isNaN(Number(cleaned)) ? null : Number(cleaned)
}

/** A number as people type it, thousands separated once it is left; empty when it is not a number. */
export const NumberField = (props: FieldProps<number>) => {
  const { shape, value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null || value === undefined ? '' : plain.format(value)
  const { prefix, suffix } = shape
  const input = (
    <input
      {...typedInto(props)}
      className="input input-number"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      onFocus={() => setTyped(value === null || value === undefined ? '' : String(value))}
      onBlur={() => setTyped(null)}
      onChange={event => {
        setTyped(event.target.value)
        onChange(numberIn(event.target.value))
      }}
    />
  )
  if (!prefix && !suffix) return input
  return (
    <div className="input-group">
      {prefix && (
        <span className="affix" aria-hidden="true">
          {prefix}
        </span>
      )}
      {input}
      {suffix && (
        <span className="affix" aria-hidden="true">
          {suffix}
        </span>
      )}
    </div>
  )
}
