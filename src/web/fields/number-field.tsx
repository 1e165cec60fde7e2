import { useLayoutEffect, useRef, useState } from 'react'
import { typedInto, type FieldProps } from './field-props.ts'
import { caretAfter, separated, signsBefore } from './number-typed.ts'
import { numberFormat } from '#domain/formats'

const plain = numberFormat({ maximumFractionDigits: 10 })

const numberIn = (text: string): number | null => {
  const cleaned = text.replace(/[,\s£]/g, '')
  return cleaned === '' || Number.isNaN(Number(cleaned)) ? null : Number(cleaned)
}

/** A number as people type it, thousands separated as they go; empty when it is not a number. */
export const NumberField = (props: FieldProps<number>) => {
  const { shape, value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  /** How many digits and other signs the caret stands behind, after the separators have been put anew. */
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null || !box.current) return
    const at = caretAfter(box.current.value, caret.current)
    box.current.setSelectionRange(at, at)
    caret.current = null
  }, [typed])
  const shown = value === null || value === undefined ? '' : plain.format(value)
  const { prefix, suffix } = shape
  const input = (
    <input
      {...typedInto(props)}
      className="input input-number"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      ref={box}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const text = separated(target.value)
        caret.current = signsBefore(target.value, target.selectionStart ?? target.value.length)
        setTyped(text)
        onChange(numberIn(text))
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
