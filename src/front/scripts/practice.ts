import type { Html } from '../html.ts'
import { controlsHtml } from '../practice/controls.ts'
import { resultPictureHtml, resultHtml, itemResultText } from '../practice/result.ts'
import { encodeSetting, decodeSetting } from '#practice/model/link'
import type { EngineRequest, EngineResponse } from '#practice/model/messages'
import type { Setting } from '#practice/model/setting'
import type { PracticeResult } from '#practice/model/tell'
import { PRACTICE_MESSAGES } from './practice/messages.ts'
import { openEngine } from './practice/engine.ts'
import { fieldError, syncSliderAndNumber, readSetting, toggleReserve } from './practice/form.ts'

// Practice market: sends the settings to the engine and draws its results with the same functions that rendered the page.

const part = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-practice="${name}"]`)
  if (!found) throw new Error(`The page has no ${name}`)
  return found
}

const form = part('market') as HTMLFormElement
const headline = part('headline')
const note = part('note')

const example = decodeSetting(form.dataset.setting ?? '')
if (!example) throw new Error('The page came without a setting')

let shown: Setting = example
let isDrawn = false
let hasAnswered = false

const put = (name: string, { markup }: Html): void => {
  part(name).innerHTML = markup
}

/** Draws only what changed, so that the rest of the page and the focus in the controls stay. */
const draw = (setting: Setting, told: PracticeResult): void => {
  if (!isDrawn) put('lots', controlsHtml(setting, told))
  isDrawn = true
  for (const item of told.parties.flatMap(({ items }) => items)) {
    const its = form.querySelector(`[data-standing="${item.id}"]`)
    if (!its) continue
    its.textContent = itemResultText(item)
    its.classList.toggle('is-winner', item.won)
  }
  if (headline.textContent !== told.headline) headline.textContent = told.headline
  put('picture', resultPictureHtml(setting, told))
  put('result', resultHtml(setting, told))
}

const hear = (said: EngineResponse, of: EngineRequest): void => {
  form.removeAttribute('aria-busy')
  hasAnswered = true
  if ('fault' in said) note.textContent = said.fault
  else if ('told' in said && 'setting' in of) {
    if (note.textContent === PRACTICE_MESSAGES.loadingEngine) note.textContent = ''
    draw(of.setting, said.told)
  }
}

const engine = openEngine(hear)

const show = (setting: Setting, isSame: boolean): void => {
  isDrawn = isSame
  shown = setting
  form.setAttribute('aria-busy', 'true')
  if (!hasAnswered) note.textContent = PRACTICE_MESSAGES.loadingEngine
  engine.ask({ setting })
}

const fragment = (): string => location.hash.slice(1)

const read = (): void => {
  const asked = fragment()
  // The fragment is an element of the page, such as the target of the skip link.
  if (document.getElementById(asked)) return
  const setting = asked === '' ? example : decodeSetting(asked)
  note.textContent = setting ? '' : PRACTICE_MESSAGES.unreadableLink
  if (encodeSetting(setting ?? example) !== encodeSetting(shown)) show(setting ?? example, false)
}

const keepInAddress = (): void => {
  const link = encodeSetting(shown)
  const bare = `${location.pathname}${location.search}`
  history.replaceState(null, '', link === encodeSetting(example) ? bare : `${bare}#${link}`)
}

form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && (target.type === 'range' || target.type === 'number'))
    syncSliderAndNumber(target, form)
  toggleReserve(form)
  const faults = [...form.querySelectorAll<HTMLInputElement>('input[type="number"]')].flatMap(field => {
    const isHidden = field.closest('[hidden]') !== null
    const fault = isHidden ? undefined : fieldError(field)
    field.toggleAttribute('aria-invalid', fault !== undefined)
    return fault ?? []
  })
  note.textContent = faults[0] ?? ''
  const setting = faults.length > 0 ? null : readSetting(form, shown)
  if (setting) show(setting, true)
})
form.addEventListener('change', keepInAddress)
form.addEventListener('submit', event => event.preventDefault())
for (const sign of ['pointerenter', 'focusin'] as const)
  form.addEventListener(sign, () => void engine.begin(), { once: true })

part('copy').addEventListener('click', () => {
  keepInAddress()
  const address = `${location.origin}${location.pathname}${location.search}#${encodeSetting(shown)}`
  navigator.clipboard.writeText(address).then(
    () => (note.textContent = PRACTICE_MESSAGES.linkCopied),
    () => (note.textContent = PRACTICE_MESSAGES.linkInAddress),
  )
})
part('back').addEventListener('click', () => {
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  show(example, false)
})
addEventListener('hashchange', read)

part('controls').removeAttribute('disabled')
if (fragment() !== '') read()
