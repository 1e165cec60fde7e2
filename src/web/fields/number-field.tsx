import { useLayoutEffect, useRef, useState } from 'react'
import { englishNumberFormat } from '@credit-market/values/formats'
import { textInputAttributes, type FieldProps } from './field-props.ts'

const SEPARATOR = ','

/** Adds thousands separators to a number that is being typed; other text stays as it is. */
export const addThousandsSeparators = (typed: string): string => {
  const plain = typed.replaceAll(SEPARATOR, '')
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d*)?$/.exec(plain) ?? []
  if (whole === '') return typed
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, SEPARATOR)}${rest}`
}

/** Caret position in a text with the given number of characters before it, not counting separators. */
export const caretPosition = (text: string, signs: number): number => {
  let at = 0
  for (let passed = 0; at < text.length && passed < signs; at += 1) if (text[at] !== SEPARATOR) passed += 1
  return at
}

/** Number of characters before the caret, not counting separators. */
export const countCharactersBeforeCaret = (text: string, caret: number): number =>
  text.slice(0, caret).replaceAll(SEPARATOR, '').length

const plain = englishNumberFormat({ maximumFractionDigits: 10 })

const numberIn = (text: string): number | null => {
  const cleaned = text.replace(/[,\s£]/g, '')
  return cleaned === '' || Number.isNaN(Number(cleaned)) ? null : Number(cleaned)
}

/** Number with thousands separators added during typing; it has no value if the text is not a number. */
export const NumberField = (props: FieldProps<number>) => {
  const { shape, value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  /** Number of characters before the caret, not counting separators, to restore it after formatting. */
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null || !box.current) return
    const at = caretPosition(box.current.value, caret.current)
    box.current.setSelectionRange(at, at)
    caret.current = null
  }, [typed])
  const shown = value === null || value === undefined ? '' : plain.format(value)
  const { prefix, suffix } = shape
  const input = (
    <input
      {...textInputAttributes(props)}
      className="input input-number"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      ref={box}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const text = addThousandsSeparators(target.value)
        caret.current = countCharactersBeforeCaret(target.value, target.selectionStart ?? target.value.length)
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
