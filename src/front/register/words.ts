import { type ColumnCards, columnsWith, columnHeading, type ColumnNamesWith } from '#contract/columns/column'
import { displayText } from '#contract/columns/values'
import { withQuery } from '#contract/kit/endpoint'
import { ASSURANCE_TONES, type AssuranceView } from '#contract/credit/assurance'
import type { CreditRow } from '#contract/credit/credit'
import type { StatusTone } from '#contract/kit/noun'
import type { PublicProject } from '#contract/public/public'
import { ASSURANCE_LABELS, replacingText, unsoundText } from '#domain/case/unit-failure'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import { BROAD_HABITAT_LABELS, type BroadHabitat } from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import { formatLatLong } from '#domain/place/lat-long'
import { type GlossaryTerm, GLOSSARY_TERMS } from '#domain/text/terms'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import { statusClass } from '#look/status'
import { type Html, html, type HtmlPart } from '../html.ts'
import { englishNumberFormat, showWholeNumber } from '@credit-market/values/formats'

const exactly = englishNumberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Formats units to four decimals, so that the figures of a page add up to those of its download. */
export const exactUnits = (quantity: number): string => exactly.format(quantity)

/** Sum of quantities, added in ten-thousandths to avoid rounding errors. */
export const sumQuantities = (quantities: readonly number[]): number =>
  unitsToNumber(quantities.reduce((sum, one) => sum + toUnits(one), 0))

/** Count with its noun: `1,234 projects`, `1 project`. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${showWholeNumber(count)} ${count === 1 ? one : many}`

/** Status with its tone. */
export const statusBadge = ({ label, tone }: { label: string; tone: StatusTone }): Html =>
  html`<span class="${statusClass(tone)}">${label}</span>`

/** Link to the units that replace others; nothing if none do. */
export const replacedByText = (serial: string | null): HtmlPart =>
  serial !== null &&
  html`, replaced by
    <span class="num">${recordLink('credits', { id: serial, name: serial }, undefined)}</span>`

/** Assurance of units that are not sound, with the units and their serials; nothing while all are sound. */
export const unsoundBadges = ({ assurance, unsound }: AssuranceView): HtmlPart =>
  assurance !== 'sound' &&
  html`${statusBadge({ label: ASSURANCE_LABELS[assurance], tone: ASSURANCE_TONES[assurance] })}
  ${unsound.map(
    one =>
      html`<span class="line small quiet"
        >${unsoundText({ ...one, units: toUnits(one.units) })}:
        <span class="num">${one.serial}</span>${replacedByText(one.replacedBy)}</span
      >`,
  )}`

/** Units of a credit that replace failed ones, with the serials of both; nothing if none do. */
export const replacingBadges = (replacing: CreditRow['replacing']): HtmlPart =>
  replacing.map(
    ({ serial, replaces, ...one }) =>
      html`<span class="line small quiet"
        ><span class="num">${serial}</span>: ${replacingText({ ...one, units: toUnits(one.units) })}
        <span class="num">${recordLink('credits', { id: replaces, name: replaces }, undefined)}</span></span
      >`,
  )

/** Facts that the column definitions mark as public. */
export const publicFacts = <C extends ColumnCards>(
  columns: C,
  thing: Readonly<Record<ColumnNamesWith<C, 'public'>, unknown>>,
): (readonly [name: string, value: HtmlPart])[] =>
  columnsWith(columns, 'public').map(([name, column]) => [
    columnHeading(column, 'public'),
    displayText(column, thing[name]),
  ])

/** Meanings of terms on a page, to unfold below it. */
export const termMeanings = (terms: readonly GlossaryTerm[]): Html =>
  html`<details class="explained">
    <summary>What these words mean</summary>
    <dl class="facts">
      ${terms.map(
        term =>
          html`<dt>${term}</dt>
            <dd>${GLOSSARY_TERMS[term]}</dd>`,
      )}
    </dl>
  </details>`

type PlaceTold = PublicProject['place']

interface Somewhere {
  lpa: { name: string } | null
  nca: { name: string } | null
  subcatchment: { name: string } | null
}

/** Place of a record, as precise as the register shows it. */
export const placeOf = ({ lpa, subcatchment, nca }: Somewhere): string =>
  [...new Set([lpa?.name, (subcatchment ?? nca)?.name])].filter(Boolean).join(', ')

/** Label of a credit type. */
export const creditTypeLabel = (type: CreditType | null): string =>
  type === null ? '' : CREDIT_TYPE_LABELS[type]

/** Name of a habitat: its type if known, otherwise its broad habitat. */
export const habitatOf = (broad: BroadHabitat | null, type: string | null): string | null => {
  const label = HABITAT_TYPES.find(({ id }) => id === type)?.label
  return label ?? (broad === null || broad === 'NA' ? null : BROAD_HABITAT_LABELS[broad])
}

/** Link to a record of the register, with the requested date, if any. */
export const recordLink = (
  part: 'projects' | 'requirements' | 'credits',
  { id, name }: { id: string; name: HtmlPart },
  on: Day | undefined,
): Html => html`<a href="${withQuery(`/register/${part}/${encodeURIComponent(id)}`, { on })}">${name}</a>`

/** Serials, none of which is broken across lines. */
export const serialsOf = (serials: readonly string[]): Html[] =>
  serials.map((one, at) => html`${at > 0 && ', '}<span class="num">${one}</span>`)

/** Place as text, as precise as its owner discloses it; undefined if only its areas are disclosed. */
export const disclosedPlaceText = ({
  gridReference,
  latitude,
  longitude,
  precision,
}: PlaceTold): string | undefined => {
  if (latitude === null || longitude === null) return undefined
  const point = formatLatLong({ latitude, longitude })
  return precision === 'square'
    ? `In the 5 km square ${gridReference}, with its middle at ${point}`
    : [gridReference, point].filter(Boolean).join(': ')
}
