import { showDay } from '@credit-market/values/dates'
import { SCENES } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import type { PracticeResult } from '#practice/model/tell'
import { html, type Html } from '../html.ts'
import { htmlTable } from '../table.ts'
import { layoutFlows, type FlowBlock, type FlowPicture, type FlowRibbon } from './flow-layout.ts'
import { shortUnits, ownedItemsOf, unitOf } from './names.ts'

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
  if (units === 0) return item.of === 'project' ? 'not in this period' : 'nothing needed'
  const all = shortUnits(units)
  const some = used > 0 ? shortUnits(used) : 'none'
  return item.of === 'project' ? `${some} of ${all} sold` : `${some} of ${all} met`
}

const block = (one: FlowBlock, perUnit: number): Html => {
  const isLeft = one.item.of === 'project'
  const x = isLeft ? LEFT : RIGHT
  const textX = isLeft ? LEFT - 6 : RIGHT + BLOCK + 6
  const anchor = isLeft ? 'end' : 'start'
  const middle = one.top + one.height / 2
  return html`<g class="${one.used > 0 ? 'flows-block' : 'flows-block is-idle'}">
    <rect
      class="flows-all"
      x="${x}"
      y="${one.top.toFixed(1)}"
      width="${BLOCK}"
      height="${Math.max(2, one.units * perUnit).toFixed(1)}"
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
  const when =
    one.end === null ? `From ${showDay(one.start)}` : `${showDay(one.start)} to ${showDay(one.end)}`
  return html`<figure class="flows-figure">
    <svg
      class="flows-picture"
      viewBox="0 0 ${WIDTH} ${one.height.toFixed(0)}"
      role="img"
      aria-label="${isOnly ? 'Who supplies whom.' : `Who supplies whom, ${when}.`} The table of flows has the same figures."
    >
      ${one.ribbons.map(ribbon)} ${[...one.left, ...one.right].map(each => block(each, one.perUnit))}
    </svg>
    ${!isOnly && html`<figcaption class="flows-when">${when}</figcaption>`}
  </figure>`
}

/** Drawings of flows, one for each period with different flows. */
export const flowPictures = (setting: Setting, told: PracticeResult): Html => {
  const pictures = layoutFlows(setting, told.flows)
  return html`<div class="flows">${pictures.map(one => picture(one, pictures.length === 1))}</div>`
}

/** Flows as a table. */
export const flowTable = (setting: Setting, told: PracticeResult): Html => {
  const names = new Map(
    ownedItemsOf(SCENES[setting.scene]).map(({ item, owner }) => [item.id, `${owner.name}, ${item.name}`]),
  )
  return told.flows.length === 0
    ? html`<p>No units are supplied.</p>`
    : htmlTable(
        'Table of flows',
        [
          { title: 'From', cell: flow => names.get(flow.projectId) },
          { title: 'To', cell: flow => names.get(flow.requirementId) },
          { title: 'Units', isNumber: true, cell: ({ units }) => shortUnits(units) },
          {
            title: 'Reserve',
            isNumber: true,
            cell: ({ reserved }) => (reserved > 0 ? shortUnits(reserved) : '–'),
          },
          {
            title: 'When',
            cell: ({ start, end }) =>
              end === null ? `From ${showDay(start)}, permanently` : `${showDay(start)} to ${showDay(end)}`,
          },
        ],
        told.flows,
        { caption: `Who supplies whom, in ${unitOf(setting.scene)}` },
      )
}
