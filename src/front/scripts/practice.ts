import type { Html } from '../html.ts'
import { controlsHtml } from '../practice/controls.ts'
import { pictureHtml, resultHtml, standingOf } from '../practice/result.ts'
import { linkOf, settingIn } from '#practice/model/link'
import type { Asked, Said } from '#practice/model/messages'
import type { Setting } from '#practice/model/setting'
import type { Told } from '#practice/model/tell'
import { openEngine } from './practice/engine.ts'
import { faultOf, pairUp, settingOf, showReserve } from './practice/form.ts'

// The practice market: what is set goes to the engine, and what comes back is drawn by the functions that drew the page.

const part = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-practice="${name}"]`)
  if (!found) throw new Error(`The page has no ${name}`)
  return found
}

const form = part('market') as HTMLFormElement
const headline = part('headline')
const note = part('note')

const UNREADABLE = 'This link holds no setting that can be read, so the example stands here.'
const FETCHING = 'Fetching the engine; this takes a moment the first time.'

const example = settingIn(form.dataset.setting ?? '')
if (!example) throw new Error('The page came without a setting')

let shown: Setting = example
let isDrawn = false
let hasAnswered = false

const put = (name: string, { markup }: Html): void => {
  part(name).innerHTML = markup
}

/** The rest of a page keeps its place: only what changed is drawn again, and focus stays in the controls. */
const draw = (setting: Setting, told: Told): void => {
  if (!isDrawn) put('lots', controlsHtml(setting, told))
  isDrawn = true
  for (const item of told.parties.flatMap(({ items }) => items)) {
    const its = form.querySelector(`[data-standing="${item.id}"]`)
    if (!its) continue
    its.textContent = standingOf(item)
    its.classList.toggle('is-winner', item.won)
  }
  if (headline.textContent !== told.headline) headline.textContent = told.headline
  put('picture', pictureHtml(setting, told))
  put('result', resultHtml(setting, told))
}

const hear = (said: Said, of: Asked): void => {
  form.removeAttribute('aria-busy')
  hasAnswered = true
  if ('fault' in said) note.textContent = said.fault
  else if ('told' in said && 'setting' in of) {
    if (note.textContent === FETCHING) note.textContent = ''
    draw(of.setting, said.told)
  }
}

const engine = openEngine(hear)

const show = (setting: Setting, isSame: boolean): void => {
  isDrawn = isSame
  shown = setting
  form.setAttribute('aria-busy', 'true')
  if (!hasAnswered) note.textContent = FETCHING
  engine.ask({ setting })
}

const fragment = (): string => location.hash.slice(1)

const read = (): void => {
  const asked = fragment()
  // A place on the page, such as where the skip link leads.
  if (document.getElementById(asked)) return
  const setting = asked === '' ? example : settingIn(asked)
  note.textContent = setting ? '' : UNREADABLE
  if (linkOf(setting ?? example) !== linkOf(shown)) show(setting ?? example, false)
}

const keepInAddress = (): void => {
  const link = linkOf(shown)
  const bare = `${location.pathname}${location.search}`
  history.replaceState(null, '', link === linkOf(example) ? bare : `${bare}#${link}`)
}

form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && (target.type === 'range' || target.type === 'number'))
    pairUp(target, form)
  showReserve(form)
  const faults = [...form.querySelectorAll<HTMLInputElement>('input[type="number"]')].flatMap(field => {
    const isHidden = field.closest('[hidden]') !== null
    const fault = isHidden ? undefined : faultOf(field)
    field.toggleAttribute('aria-invalid', fault !== undefined)
    return fault ?? []
  })
  note.textContent = faults[0] ?? ''
  const setting = faults.length > 0 ? null : settingOf(form, shown)
  if (setting) show(setting, true)
})
form.addEventListener('change', keepInAddress)
form.addEventListener('submit', event => event.preventDefault())
for (const sign of ['pointerenter', 'focusin'] as const)
  form.addEventListener(sign, () => void engine.begin(), { once: true })

part('copy').addEventListener('click', () => {
  keepInAddress()
  const address = `${location.origin}${location.pathname}${location.search}#${linkOf(shown)}`
  navigator.clipboard.writeText(address).then(
    () => (note.textContent = 'The link is copied.'),
    () => (note.textContent = 'The link is in the address of this page; copy it from there.'),
  )
})
part('back').addEventListener('click', () => {
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  show(example, false)
})
addEventListener('hashchange', read)

part('controls').removeAttribute('disabled')
if (fragment() !== '') read()
