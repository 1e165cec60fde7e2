import { showDay } from '#domain/dates'
import { SCENES } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import type { Told } from '#practice/model/tell'
import { html, type Html } from '../html.ts'
import { picturesOf, type FlowBlock, type FlowPicture, type FlowRibbon } from './flow-layout.ts'
import { fewUnits, itemsOf, unitOf } from './names.ts'

const WIDTH = 360
const LEFT = 122
const RIGHT = 230
const BLOCK = 8

const ribbon = ({ fromTop, toTop, thick }: FlowRibbon): Html => {
  const middle = (LEFT + BLOCK + RIGHT) / 2
  const [from, to] = [fromTop + thick / 2, toTop + thick / 2].map(one => one.toFixed(1))
  return html`<path
    class="flows-ribbon"
    d="M${LEFT + BLOCK} ${from}C${middle} ${from} ${middle} ${to} ${RIGHT} ${to}"
    stroke-width="${thick.toFixed(1)}"
  />`
}

const unitsText = ({ used, units, item }: FlowBlock): string => {
  if (units === 0) return item.of === 'project' ? 'nothing now' : 'needs nothing now'
  const all = fewUnits(units)
  return used > 0 ? `${fewUnits(used)} of ${all} ${item.of === 'project' ? 'sold' : 'met'}` : `none of ${all}`
}

const block = (one: FlowBlock, perUnit: number): Html => {
  const isLeft = one.item.of === 'project'
  const x = isLeft ? LEFT : RIGHT
  const textX = isLeft ? LEFT - 6 : RIGHT + BLOCK + 6
  const anchor = isLeft ? 'end' : 'start'
  const middle = one.top + Math.max(30, one.height) / 2
  return html`<g class="${one.used > 0 ? 'flows-block' : 'flows-block is-idle'}">
    <rect
      class="flows-all"
      x="${x}"
      y="${one.top.toFixed(1)}"
      width="${BLOCK}"
      height="${Math.max(2, one.height).toFixed(1)}"
      rx="1.5"
    />
    <rect
      class="flows-used"
      x="${x}"
      y="${one.top.toFixed(1)}"
      width="${BLOCK}"
      height="${(one.used * perUnit).toFixed(1)}"
      rx="1.5"
    />
    <text x="${textX}" y="${(middle - 2).toFixed(1)}" text-anchor="${anchor}">${one.item.name}</text>
    <text class="flows-units" x="${textX}" y="${(middle + 11).toFixed(1)}" text-anchor="${anchor}">
      ${unitsText(one)}
    </text>
  </g>`
}

const picture = (one: FlowPicture, isOnly: boolean): Html => {
  const tallest = [...one.left, ...one.right].find(({ units }) => units > 0)
  const perUnit = tallest ? tallest.height / tallest.units : 0
  const when =
    one.end === null ? `From ${showDay(one.start)} on` : `${showDay(one.start)} to ${showDay(one.end)}`
  return html`<figure class="flows-figure">
    <svg
      class="flows-picture"
      viewBox="0 0 ${WIDTH} ${one.height.toFixed(0)}"
      role="img"
      aria-label="Who supplies whom${isOnly ? '' : `, ${when}`}; the table of flows says the same"
    >
      ${one.ribbons.map(ribbon)} ${[...one.left, ...one.right].map(each => block(each, perUnit))}
    </svg>
    ${!isOnly && html`<figcaption class="flows-when">${when}</figcaption>`}
  </figure>`
}

/** Who supplies whom, drawn: one picture for each stretch of time in which something else flows. */
export const flowPictures = (setting: Setting, told: Told): Html => {
  const pictures = picturesOf(setting, told.flows)
  return html`<div class="flows">${pictures.map(one => picture(one, pictures.length === 1))}</div>`
}

/** The same in a table. */
export const flowTable = (setting: Setting, told: Told): Html => {
  const names = new Map(
    itemsOf(SCENES[setting.scene]).map(({ item, owner }) => [item.id, `${owner.name}, ${item.name}`]),
  )
  const rows = told.flows.map(
    flow =>
      html`<tr>
        <th scope="row">${names.get(flow.projectId)}</th>
        <td>${names.get(flow.requirementId)}</td>
        <td class="is-number">${fewUnits(flow.units)}</td>
        <td class="is-number">${flow.reserved > 0 ? fewUnits(flow.reserved) : '–'}</td>
        <td>
          ${flow.end === null ? `for ever from ${showDay(flow.start)}` : `${showDay(flow.start)} to ${showDay(flow.end)}`}
        </td>
      </tr>`,
  )
  return html`<div class="table-scroll" role="region" aria-label="Table of flows" tabindex="0">
    <table class="table">
      <caption>
        Who supplies whom, in ${unitOf(setting.scene)}
      </caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" class="is-number">Units</th>
          <th scope="col" class="is-number">Reserve</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        ${
          rows.length > 0
            ? rows
            : html`<tr>
                <td colspan="5">Nothing is supplied.</td>
              </tr>`
        }
      </tbody>
    </table>
  </div>`
}
