import type { ChangeEvent } from 'react'
import { defaultCountries, parseCountry, usePhoneInput } from 'react-international-phone'
import { textInputAttributes, type FieldProps } from './field-props.ts'

const HOME = 'gb'
const COUNTRIES = defaultCountries
  .map(parseCountry)
  .toSorted(
    (a, b) => Number(b.iso2 === HOME) - Number(a.iso2 === HOME) || a.name.localeCompare(b.name, 'en-GB'),
  )

/**
 * Removes the trunk prefix 0, which is dialled within the United Kingdom but not after +44, though many
 * people write `+44 (0)20`.
 */
const withoutNought = (digits: string): string => (digits.startsWith('440') ? `44${digits.slice(3)}` : digits)

const isTyped = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  nativeEvent instanceof InputEvent &&
  (nativeEvent.data?.length === 1 || /^(delete|history)/.test(nativeEvent.inputType))

/**
 * Reads a complete number that is pasted or autofilled, in international or national form; null if the text
 * is neither.
 */
const wholeNumber = (typed: string, dialCode: string): string | null => {
  const text = typed.trim()
  const digits = text.replaceAll(/\D/g, '')
  if (digits === '') return null
  if (text.startsWith('+')) return `+${withoutNought(digits)}`
  return `+${dialCode}${text.startsWith('0') ? digits.slice(1) : digits}`
}

/** Phone number: the dial code is always visible, and the rest is grouped as the country writes it. */
export const PhoneField = (props: FieldProps<string>) => {
  const { shape, value, onChange } = props
  const { inputValue, country, setCountry, handlePhoneValueChange, inputRef } = usePhoneInput({
    defaultCountry: HOME,
    preferredCountries: [HOME],
    forceDialCode: true,
    countries: defaultCountries,
    value: value ?? '',
    onChange: ({ phone, country: { dialCode } }) => {
      const next = phone === '' || phone === `+${dialCode}` ? null : phone
      if (next !== (value ?? null)) onChange(next)
    },
  })
  return (
    <div className="input-group">
      <select
        className="input phone-country"
        aria-label={`Country code: ${shape.label}`}
        value={country.iso2}
        onChange={event => setCountry(event.target.value, { focusOnInput: true })}
      >
        {COUNTRIES.map(one => (
          <option key={one.iso2} value={one.iso2}>
            {one.name} (+{one.dialCode})
          </option>
        ))}
      </select>
      <input
        {...textInputAttributes(props)}
        ref={inputRef}
        className="input input-number"
        type="tel"
        autoComplete={shape.autocomplete ?? 'tel'}
        value={inputValue}
        onChange={event => {
          const { value: text } = event.target
          const digits = text.replaceAll(/\D/g, '')
          const whole = isTyped(event) ? null : wholeNumber(text, country.dialCode)
          if (whole) onChange(whole)
          else if (withoutNought(digits) === digits) handlePhoneValueChange(event)
        }}
      />
    </div>
  )
}
