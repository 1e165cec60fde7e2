import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import { SCENES } from '#practice/model/scenes'
import {
  SETTING_LIMITS,
  PAIRINGS,
  DEFAULT_RESERVE_PERCENT,
  type Pairing,
  type Setting,
} from '#practice/model/setting'
import type { PracticeResult } from '#practice/model/tell'
import { html, trustedHtml, type Html } from '../html.ts'
import { ownedItemsOf, unitOf, type OwnedItem } from './names.ts'
import { itemResultText } from './result.ts'

/** Factor between tenths, in which people read and type quantities, and whole numbers. */
export const TENTHS_PER_UNIT = 10

interface Slider {
  /** Name of the number field; the slider's name has `-slider` appended. */
  name: string
  label: string
  /** Owner, which the visible label leaves out but screen readers need. */
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

const lot = ({ item, owner, at }: OwnedItem, setting: Setting, told: PracticeResult): Html => {
  const { quantity, price, divisible } = setting.amounts[at]!
  const of = `${item.name}, ${owner.name}`
  const isOffer = item.of === 'project'
  const its = told.parties.flatMap(({ items }) => items).find(({ id }) => id === item.id)
  const inUnits = {
    least: SETTING_LIMITS.quantity.least / TENTHS_PER_UNIT,
    most: SETTING_LIMITS.quantity.most / TENTHS_PER_UNIT,
  }
  return html`<fieldset class="card lot">
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
        >${its && itemResultText(its)}</output
      >
    </p>
    ${slider({
      name: `quantity-${at}`,
      label: isOffer ? 'Offers' : 'Needs',
      of,
      unit: unitOf(setting.scene),
      value: quantity / TENTHS_PER_UNIT,
      limits: { ...inUnits, step: SETTING_LIMITS.quantity.step / TENTHS_PER_UNIT },
      finest: 1 / TENTHS_PER_UNIT,
    })}
    ${slider({
      name: `price-${at}`,
      label: isOffer ? 'Lowest price' : 'Highest price',
      of,
      unit: '£',
      value: price,
      limits: SETTING_LIMITS.price,
      finest: 1,
    })}
    ${
      !isOffer &&
      html`<label class="tick">
        <input
          type="checkbox"
          name="divisible-${at}"
          ${divisible && trustedHtml('checked')}
          autocomplete="off"
        />
        Accepts part of the units
      </label>`
    }
  </fieldset>`
}

const pairingLabel = (of: 'project' | 'requirement', pairing: Pairing): string => {
  if (pairing === 'none') return 'No group'
  return of === 'project' ? PROJECT_GROUP_LABELS[pairing] : REQUIREMENT_GROUP_LABELS[pairing]
}

const pairs = (setting: Setting): Html[] => {
  const scene = SCENES[setting.scene]
  const owned = ownedItemsOf(scene)
  return scene.pairs.map(({ of, memberIds }, at) => {
    const members = memberIds.map(id => owned.find(({ item }) => item.id === id)!)
    return html`<label class="pairing">
      <span>${members[0]!.owner.name}: ${members.map(({ item }) => item.name).join(' and ')}</span>
      <select class="input" name="pairing-${at}" autocomplete="off">
        ${PAIRINGS.map(
          pairing =>
            html`<option value="${pairing}" ${pairing === setting.pairings[at] && trustedHtml('selected')}>
              ${pairingLabel(of, pairing)}
            </option>`,
        )}
      </select>
    </label>`
  })
}

const rules = (setting: Setting): Html => {
  const isOn = setting.reserve > 0
  return html`<fieldset class="card lot lot-rules">
    <legend class="lot-name">Groups and reserve</legend>
    ${pairs(setting)}
    <label class="tick">
      <input type="checkbox" name="has-reserve" ${isOn && trustedHtml('checked')} autocomplete="off" />
      Keep a reserve on top of each need
    </label>
    <div class="reserve" ${!isOn && trustedHtml('hidden')}>
      ${slider({
        name: 'reserve',
        label: 'Reserve',
        of: 'all needs',
        unit: '%',
        value: isOn ? setting.reserve : DEFAULT_RESERVE_PERCENT,
        limits: { ...SETTING_LIMITS.reserve, least: 1 },
        finest: 1,
      })}
    </div>
  </fieldset>`
}

/** All controls of the practice market, with the result of each offer and bid next to it. */
export const controlsHtml = (setting: Setting, told: PracticeResult): Html => {
  const owned = ownedItemsOf(SCENES[setting.scene])
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
