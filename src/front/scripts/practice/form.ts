import { TENTHS } from '../../practice/controls.ts'
import { isSetting, PAIRINGS, type Setting } from '#practice/model/setting'
import { numberFormat } from '#domain/formats'

const fieldIn = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | null => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null
}

const isTicked = (form: HTMLFormElement, name: string): boolean => {
  const field = fieldIn(form, name)
  return field instanceof HTMLInputElement && field.checked
}

/** What stands in a number field, in so many parts of one; not a number where nothing or nonsense does. */
const wholeIn = (form: HTMLFormElement, name: string, parts = 1): number => {
  const text = fieldIn(form, name)?.value ?? ''
  const scaled = text === '' ? Number.NaN : Number(text) * parts
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : Number.NaN
}

/** What the form says now; null while a figure is not one that may be set. */
export const settingOf = (form: HTMLFormElement, shown: Setting): Setting | null => {
  const setting: Setting = {
    scene: shown.scene,
    amounts: shown.amounts.map((_, at) => ({
      quantity: wholeIn(form, `quantity-${at}`, TENTHS),
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

const shown = numberFormat()

/** What is wrong with a field's figure, and what may stand there; undefined where nothing is. */
export const faultOf = (field: HTMLInputElement): string | undefined => {
  if (field.validity.valid && field.value !== '') return undefined
  const of = field.getAttribute('aria-label') ?? 'This figure'
  const finest = field.step === '1' ? 'in whole numbers' : 'with one decimal at most'
  const [least, most] = [field.min, field.max].map(one => shown.format(Number(one)))
  return `${of}: give a number from ${least} to ${most}, ${finest}.`
}

/** Sets a slider and its number field to the same figure, whichever of them was moved. */
export const pairUp = (moved: HTMLInputElement, form: HTMLFormElement): void => {
  const name = moved.dataset.for ?? moved.name
  const [range, number] = [document.getElementById(`${name}-slider`), fieldIn(form, name)]
  if (!(range instanceof HTMLInputElement) || !(number instanceof HTMLInputElement)) return
  if (moved === range) number.value = range.value
  else if (number.value !== '') range.value = number.value
  const unit = number.getAttribute('aria-label')?.split(', ').at(-1) ?? ''
  range.setAttribute('aria-valuetext', `${number.value} ${unit}`)
}

/** Shows how large the reserve is only where there is one. */
export const showReserve = (form: HTMLFormElement): void => {
  const its = form.querySelector<HTMLElement>('.reserve')
  if (its) its.hidden = !isTicked(form, 'has-reserve')
}
