import { type PlanePoint, MAP_PLANE, planeToLatLong } from '#domain/map/plane'
import { PLACE_MAP_STATES } from './place-map/messages.ts'

// A map that a reader opens under the question for a place: a click on it answers the question.

/** Width of the whole map and of the closest view, in units of the plane. */
const WIDEST: number = MAP_PLANE.width
const CLOSEST = 40
/** A click on the whole map, and each press of a button, zoom by this much. */
const STEP = 4
/** Average width of a character of a name, as a fraction of its height. */
const CHARACTER = 0.55
/** Height of names and diameter of the mark, in pixels. */
const NAME = 12

const part = <E extends Element>(map: Element, selector: string): E => {
  const found = map.querySelector<E>(selector)
  if (!found) throw new Error(`The map has no ${selector}`)
  return found
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Makes a loaded map answer the question of a field. */
const answerFrom = (map: HTMLDetailsElement, svg: SVGSVGElement, field: HTMLInputElement): void => {
  const status = part<HTMLElement>(map, '[data-place-status]')
  const mark = part<SVGGElement>(svg, '.place-mark')
  const names = [...svg.querySelectorAll<SVGTextElement>('.spot-name')].map(text => ({
    text,
    x: Number(text.dataset.x),
    y: Number(text.dataset.y),
    // A name is shown where its authority is wide enough for it.
    room: Number(text.dataset.width) / (text.textContent ?? '').length,
  }))
  let width = WIDEST
  let middle: PlanePoint = { x: MAP_PLANE.width / 2, y: MAP_PLANE.height / 2 }
  let chosen: PlanePoint | undefined

  const draw = (): void => {
    const height = (width * MAP_PLANE.height) / MAP_PLANE.width
    const x = within(middle.x - width / 2, 0, MAP_PLANE.width - width)
    const y = within(middle.y - height / 2, 0, MAP_PLANE.height - height)
    svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`)
    const pixel = width / (svg.clientWidth || WIDEST)
    for (const { text, x: left, y: top, room } of names) {
      text.toggleAttribute('data-shown', room > CHARACTER * NAME * pixel)
      text.setAttribute('transform', `translate(${left} ${top}) scale(${pixel})`)
    }
    mark.toggleAttribute('data-shown', chosen !== undefined)
    if (chosen) mark.setAttribute('transform', `translate(${chosen.x} ${chosen.y}) scale(${pixel})`)
    for (const button of map.querySelectorAll<HTMLButtonElement>('[data-zoom]'))
      button.disabled = width === (button.dataset.zoom === 'in' ? CLOSEST : WIDEST)
  }
  const zoom = (by: number): void => {
    width = within(width / by, CLOSEST, WIDEST)
    draw()
  }

  svg.addEventListener('click', ({ target, clientX, clientY }) => {
    const there = svg.getScreenCTM()
    const name = target instanceof SVGElement ? target.dataset.name : undefined
    if (!there) return
    if (name === undefined) {
      status.textContent = PLACE_MAP_STATES.outside
      return
    }
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(there.inverse())
    chosen = { x, y }
    middle = chosen
    const { latitude, longitude } = planeToLatLong(chosen)
    field.value = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
    status.textContent = PLACE_MAP_STATES.chosen(field.value, name)
    zoom(width === WIDEST ? STEP : 1)
  })
  for (const button of map.querySelectorAll<HTMLButtonElement>('[data-zoom]'))
    button.addEventListener('click', () => zoom(button.dataset.zoom === 'in' ? STEP : 1 / STEP))
  part<HTMLElement>(map, '.place-map-acts').hidden = false
  status.textContent = PLACE_MAP_STATES.ready
  draw()
}

const load = async (map: HTMLDetailsElement, field: HTMLInputElement): Promise<void> => {
  const status = part<HTMLElement>(map, '[data-place-status]')
  status.textContent = PLACE_MAP_STATES.loading
  const answer = await fetch(map.dataset.placeMap ?? '')
  if (!answer.ok) throw new Error(`The map was answered with ${answer.status}`)
  const file = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml')
  const svg = document.importNode(file.documentElement, true)
  if (!(svg instanceof SVGSVGElement)) throw new Error('The map is no picture')
  part(map, '.place-map-picture').replaceChildren(svg)
  answerFrom(map, svg, field)
}

for (const map of document.querySelectorAll<HTMLDetailsElement>('[data-place-map]')) {
  const field = document.querySelector<HTMLInputElement>(`#${map.dataset.field}`)
  const status = part<HTMLElement>(map, '[data-place-status]')
  const open = (): void => {
    if (!map.open || !field) return
    map.removeEventListener('toggle', open)
    load(map, field).catch(() => {
      status.textContent = PLACE_MAP_STATES.failed
      map.addEventListener('toggle', open)
    })
  }
  map.addEventListener('toggle', open)
  open()
}
