import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import { SCENES } from '#practice/model/scenes'
import { LIMITS, PAIRINGS, USUAL_RESERVE, type Pairing, type Setting } from '#practice/model/setting'
import type { Told } from '#practice/model/tell'
import { html, trusted, type Html } from '../html.ts'
import { itemsOf, unitOf, type OwnedItem } from './names.ts'
import { standingOf } from './result.ts'

/** Tenths as people read and type them. */
export const TENTHS = 10

interface Slider {
  /** The name of the number field; that of the slider has `-slider` behind it. */
  name: string
  label: string
  /** What the label leaves to the eye: whose it is. */
  of: string
  unit: string
  value: number
  limits: { least: number; most: number; step: number }
  finest: number
}

const slider = ({ name, label, of, unit, value, limits, finest }: Slider): Html =>
  html`<div class="slide">
    <label class="slide-label" for="${name}">${label}</label>
    <input
      class="slide-range"
      type="range"
      id="${name}-slider"
      data-for="${name}"
      min="${limits.least}"
      max="${limits.most}"
      step="${limits.step}"
      value="${value}"
      aria-label="${label} of ${of}, ${unit}"
      aria-valuetext="${value} ${unit}"
      autocomplete="off"
    />
    <span class="slide-typed">
      ${unit === '£' && html`<span aria-hidden="true">£</span>`}
      <input
        class="input slide-number"
        type="number"
        id="${name}"
        name="${name}"
        min="${limits.least}"
        max="${limits.most}"
        step="${finest}"
        value="${value}"
        aria-label="${label} of ${of}, ${unit}"
        autocomplete="off"
      />
    </span>
  </div>`

const lot = ({ item, owner, at }: OwnedItem, setting: Setting, told: Told): Html => {
  const { quantity, price, divisible } = setting.amounts[at]!
  const of = `${item.name}, ${owner.name}`
  const isOffer = item.of === 'project'
  const its = told.parties.flatMap(({ items }) => items).find(({ id }) => id === item.id)
  const inUnits = { least: LIMITS.quantity.least / TENTHS, most: LIMITS.quantity.most / TENTHS }
  return html`<fieldset class="lot">
    <legend class="lot-name">
      <span class="lot-owner">${owner.name}</span>
      ${item.name}
    </legend>
    <p class="lot-about">${item.about}</p>
    <p>
      <output
        class="${its?.won ? 'lot-standing is-winner' : 'lot-standing'}"
        data-standing="${item.id}"
        for="price-${at} quantity-${at}"
        >${its && standingOf(its)}</output
      >
    </p>
    ${slider({
      name: `quantity-${at}`,
      label: isOffer ? 'Offers' : 'Needs',
      of,
      unit: unitOf(setting.scene),
      value: quantity / TENTHS,
      limits: { ...inUnits, step: LIMITS.quantity.step / TENTHS },
      finest: 1 / TENTHS,
    })}
    ${slider({
      name: `price-${at}`,
      label: isOffer ? 'Asks at least' : 'Pays at most',
      of,
      unit: '£',
      value: price,
      limits: LIMITS.price,
      finest: 1,
    })}
    ${
      !isOffer &&
      html`<label class="tick">
        <input type="checkbox" name="divisible-${at}" ${divisible && trusted('checked')} autocomplete="off" />
        A part of it may win
      </label>`
    }
  </fieldset>`
}

const pairingLabel = (of: 'project' | 'requirement', pairing: Pairing): string => {
  if (pairing === 'none') return 'No group: each by itself'
  return of === 'project' ? PROJECT_GROUP_LABELS[pairing] : REQUIREMENT_GROUP_LABELS[pairing]
}

const pairs = (setting: Setting): Html[] => {
  const scene = SCENES[setting.scene]
  const owned = itemsOf(scene)
  return scene.pairs.map(({ of, memberIds }, at) => {
    const members = memberIds.map(id => owned.find(({ item }) => item.id === id)!)
    return html`<label class="pairing">
      <span>${members[0]!.owner.name}: ${members.map(({ item }) => item.name).join(' and ')}</span>
      <select class="input" name="pairing-${at}" autocomplete="off">
        ${PAIRINGS.map(
          pairing =>
            html`<option value="${pairing}" ${pairing === setting.pairings[at] && trusted('selected')}>
              ${pairingLabel(of, pairing)}
            </option>`,
        )}
      </select>
    </label>`
  })
}

const rules = (setting: Setting): Html => {
  const isOn = setting.reserve > 0
  return html`<fieldset class="lot lot-rules">
    <legend class="lot-name">Groups and reserve</legend>
    ${pairs(setting)}
    <label class="tick">
      <input type="checkbox" name="has-reserve" ${isOn && trusted('checked')} autocomplete="off" />
      Keep a reserve on top of every need
    </label>
    <div class="reserve" ${!isOn && trusted('hidden')}>
      ${slider({
        name: 'reserve',
        label: 'Reserve',
        of: 'all needs',
        unit: '%',
        value: isOn ? setting.reserve : USUAL_RESERVE,
        limits: { ...LIMITS.reserve, least: 1 },
        finest: 1,
      })}
    </div>
  </fieldset>`
}

/** All that can be set, with what came of each offer and bid beside it. */
export const controlsHtml = (setting: Setting, told: Told): Html => {
  const owned = itemsOf(SCENES[setting.scene])
  const side = (of: 'project' | 'requirement'): Html[] =>
    owned.filter(({ item }) => item.of === of).map(one => lot(one, setting, told))
  const unit = unitOf(setting.scene)
  return html`<div class="lots">
      <h3 class="lots-title">Offers, in ${unit}</h3>
      ${side('project')}
    </div>
    <div class="lots">
      <h3 class="lots-title">Bids, in ${unit}</h3>
      ${side('requirement')}
    </div>
    ${rules(setting)}`
}
