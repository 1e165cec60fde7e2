import type { LandEstimate, LandOptionView } from '#contract/public/estimates'
import { CREDIT_TYPE_LABELS, UNIT_NAMES } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { CONDITION_LABELS } from '@credit-market/habitat-metric/habitat'
import { OVER_THIRTY_YEARS } from '@credit-market/habitat-metric/habitats'
import { showUnits, toUnits } from '@credit-market/values/units'
import { type Html, html } from '../html.ts'
import { type TableColumn, htmlTable } from '../table.ts'
import { noPriceText, rangeText, reachText, unitPriceText } from './messages.ts'

const METHODS = { Creation: 'created', Enhancement: 'enhanced' } as const

/** Name of what an option does, with its condition and method. */
export const optionName = ({ habitat, condition, method, projectType }: LandOptionView): string =>
  habitat === null
    ? (projectType ?? '')
    : [
        habitat.name,
        [condition && `${CONDITION_LABELS[condition].toLowerCase()} condition`, method && METHODS[method]]
          .filter(Boolean)
          .join(', '),
      ].join(': ')

/** Years until an option has its target condition, as text. */
export const yearsText = ({ years }: LandOptionView): string =>
  years === null ? '' : years >= OVER_THIRTY_YEARS ? 'more than 30' : String(years)

const unitsText = ({ units: { low, high } }: LandOptionView): string =>
  low === high ? showUnits(toUnits(low)) : `${showUnits(toUnits(low))} to ${showUnits(toUnits(high))}`

const columnsFor = (type: CreditType, hasPrice: boolean): TableColumn<LandOptionView>[] => [
  { title: type === 'Biodiversity' ? 'Habitat' : 'Kind of project', cell: optionName },
  { title: UNIT_NAMES[type], isNumber: true, cell: unitsText },
  ...(type === 'Biodiversity' ? [{ title: 'Years', isNumber: true, cell: yearsText } as const] : []),
  ...(hasPrice
    ? ([
        {
          title: 'Payment in all',
          isNumber: true,
          cell: ({ income }) => (income ? rangeText(income) : ''),
        },
        {
          title: 'A hectare and year',
          isNumber: true,
          cell: ({ perHectareAndYear: range }) => (range ? rangeText(range) : ''),
        },
      ] satisfies TableColumn<LandOptionView>[])
    : []),
]

const optionTable = (type: CreditType, options: readonly LandOptionView[], hasPrice: boolean): Html =>
  htmlTable(CREDIT_TYPE_LABELS[type], columnsFor(type, hasPrice), options, { isList: true })

/** Options of an estimate for land, a table for each credit type, each with the price that it follows from. */
export const landOptionTables = ({ options, prices, place }: LandEstimate): Html[] =>
  CREDIT_TYPES.flatMap(type => {
    const its = options.filter(({ creditType }) => creditType === type)
    const price = prices.find(({ creditType }) => creditType === type)?.price ?? null
    if (its.length === 0) return []
    return [
      html`<section class="part">
        <h2>${CREDIT_TYPE_LABELS[type]}</h2>
        <p class="measure">
          ${price ? `${unitPriceText(type, price)} ${reachText(price, place.label)}` : noPriceText(type)}
        </p>
        ${
          type === 'Biodiversity'
            ? optionTable(type, its, price !== null)
            : html`<details class="explained">
                <summary>Show ${its.length} kinds of projects</summary>
                ${optionTable(type, its, price !== null)}
              </details>`
        }
      </section>`,
    ]
  })
