import { type ColumnCards, columnsWith, headingOf, type With } from '#contract/columns/column'
import { wordsOf } from '#contract/columns/values'
import { withWords } from '#contract/endpoint'
import type { Tone } from '#contract/noun'
import type { PublicProject } from '#contract/public'
import { CREDIT_TYPE_LABELS, type CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import { BROAD_HABITAT_LABELS, type BroadHabitat } from '#domain/habitat'
import { HABITAT_TYPES } from '#domain/habitat-types'
import { showLatLong } from '#domain/place/lat-long'
import { type Term, TERMS } from '#domain/terms'
import { quantityOf, unitsOf } from '#domain/units'
import { type Html, html, type Part } from '../html.ts'
import { numberFormat } from '#domain/formats'

const exactly = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Units to the ten-thousandth, so that what a page shows adds up to what its download holds. */
export const units = (quantity: number): string => exactly.format(quantity)

/** The sum of quantities, added up in ten-thousandths. */
export const sumOf = (quantities: readonly number[]): number =>
  quantityOf(quantities.reduce((sum, one) => sum + unitsOf(one), 0))

const counted = numberFormat()

/** `1,234 projects`, `1 project`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${counted.format(count)} ${count === 1 ? one : many}`

/** A status with its tone. */
export const badge = ({ label, tone }: { label: string; tone: Tone }): Html =>
  html`<span class="tag tag-${tone}">${label}</span>`

/** The facts that cards make public. */
export const publicFacts = <C extends ColumnCards>(
  columns: C,
  thing: Readonly<Record<With<C, 'public'>, unknown>>,
): (readonly [name: string, value: Part])[] =>
  columnsWith(columns, 'public').map(([name, column]) => [
    headingOf(column, 'public'),
    wordsOf(column, thing[name]),
  ])

/** What words of a page mean, to be unfolded below it. */
export const meanings = (terms: readonly Term[]): Html =>
  html`<details class="explained">
    <summary>What these words mean</summary>
    <dl class="facts">
      ${terms.map(
        term =>
          html`<dt>${term}</dt>
            <dd>${TERMS[term]}</dd>`,
      )}
    </dl>
  </details>`

type PlaceTold = PublicProject['place']

interface Somewhere {
  lpa: { name: string } | null
  nca: { name: string } | null
  subcatchment: { name: string } | null
}

/** Where something is: as near as the register says it. */
export const placeOf = ({ lpa, subcatchment, nca }: Somewhere): string =>
  [...new Set([lpa?.name, (subcatchment ?? nca)?.name])].filter(Boolean).join(', ')

/** A type of credit in words. */
export const typeOf = (type: CreditType | null): string => (type === null ? '' : CREDIT_TYPE_LABELS[type])

/** A habitat in words: its type where it is known, else the group it belongs to. */
export const habitatOf = (broad: BroadHabitat | null, type: string | null): string | null => {
  const label = HABITAT_TYPES.find(({ id }) => id === type)?.label
  return label ?? (broad === null || broad === 'NA' ? null : BROAD_HABITAT_LABELS[broad])
}

/** A link to a thing of the register, on the day that was asked for, if one was. */
export const linkTo = (
  part: 'projects' | 'requirements' | 'credits',
  { id, name }: { id: string; name: Part },
  on: Day | undefined,
): Html => html`<a href="${withWords(`/register/${part}/${encodeURIComponent(id)}`, { on })}">${name}</a>`

/** Serials, none of which is broken in two. */
export const serialsOf = (serials: readonly string[]): Html[] =>
  serials.map((one, at) => html`${at > 0 && ', '}<span class="serial">${one}</span>`)

/** Where a thing is in words, as precisely as its owner lets others know; undefined where only its areas are told. */
export const placeTold = ({
  gridReference,
  latitude,
  longitude,
  precision,
}: PlaceTold): string | undefined => {
  if (latitude === null || longitude === null) return undefined
  const point = showLatLong({ latitude, longitude })
  return precision === 'square'
    ? `In the square ${gridReference} of 5 km, whose middle is ${point}`
    : [gridReference, point].filter(Boolean).join(': ')
}
