import { TENTHS_PER_UNIT } from '../../practice/controls.ts'
import { isSetting, PAIRINGS, type Setting } from '#practice/model/setting'
import { englishNumberFormat } from '@credit-market/values/formats'
import { numberError } from './messages.ts'

const fieldIn = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | null => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null
}

const isTicked = (form: HTMLFormElement, name: string): boolean => {
  const field = fieldIn(form, name)
  return field instanceof HTMLInputElement && field.checked
}

/** Value of a number field as a whole number of the given fractions; NaN if it is empty or invalid. */
const wholeIn = (form: HTMLFormElement, name: string, parts = 1): number => {
  const text = fieldIn(form, name)?.value ?? ''
  const scaled = text === '' ? Number.NaN : Number(text) * parts
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : Number.NaN
}

/** Setting that the form contains; null while a figure is invalid. */
export const readSetting = (form: HTMLFormElement, shown: Setting): Setting | null => {
  const setting: Setting = {
    scene: shown.scene,
    amounts: shown.amounts.map((_, at) => ({
      quantity: wholeIn(form, `quantity-${at}`, TENTHS_PER_UNIT),
      price: wholeIn(form, `price-${at}`),
      divisible: isTicked(form, `divisible-${at}`),
    })),
    pairings: shown.pairings.map((_, at) => {
      const said = fieldIn(form, `pairing-${at}`)?.value
      return PAIRINGS.find(pairing => pairing === said) ?? 'none'
    }),
    reserve: isTicked(form, 'has-reserve') ? wholeIn(form, 'reserve') : 0,
  }
  return isSetting(setting) ? setting : null
}

const shown = englishNumberFormat()

/** Error message for a field's figure, with the permitted values; undefined if it is valid. */
export const fieldError = (field: HTMLInputElement): string | undefined => {
  if (field.validity.valid && field.value !== '') return undefined
  const of = field.getAttribute('aria-label') ?? 'This number'
  return numberError(of, shown.format(Number(field.min)), shown.format(Number(field.max)), field.step === '1')
}

/** Sets a slider and its number field to the same figure, whichever was changed. */
export const syncSliderAndNumber = (moved: HTMLInputElement, form: HTMLFormElement): void => {
  const name = moved.dataset.for ?? moved.name
  const [range, number] = [document.getElementById(`${name}-slider`), fieldIn(form, name)]
  if (!(range instanceof HTMLInputElement) || !(number instanceof HTMLInputElement)) return
  if (moved === range) number.value = range.value
  else if (number.value !== '') range.value = number.value
  const unit = number.getAttribute('aria-label')?.split(', ').at(-1) ?? ''
  range.setAttribute('aria-valuetext', `${number.value} ${unit}`)
}

/** Shows the size of the reserve only if there is one. */
export const toggleReserve = (form: HTMLFormElement): void => {
  const its = form.querySelector<HTMLElement>('.reserve')
  if (its) its.hidden = !isTicked(form, 'has-reserve')
}
