import type { BalanceLine, BalanceOfType, BalanceSheet } from '#contract/kit/balance'
import { HOLDING_LABELS, HOLDINGS, type Holding } from '#domain/credit/balance'
import { creditTypeWithUnit, UNIT_NAMES } from '#domain/values/credit-type'
import { showDay } from '@credit-market/values/dates'
import type { GlossaryTerm } from '#domain/text/terms'
import { type Html, html } from '../html.ts'
import { type TableColumn, htmlTable } from '../table.ts'
import { sumQuantities, exactUnits } from './words.ts'

/** Terms of a balance sheet that are explained below it. */
export const SHEET_TERMS: readonly GlossaryTerm[] = [
  'certified',
  'unsold',
  'reserve',
  'rights created',
  'rights allocated',
  'issued',
  'redeemed',
  'retired',
]

const SOLD: readonly Holding[] = ['rightsCreated', 'rightsAllocated', 'issued', 'redeemed']

/** Units of a sheet's line that have been sold and have not ended. */
const soldIn = (line: BalanceLine): number => sumQuantities(SOLD.map(holding => line[holding]))

/** Units by holding, with a column for each credit type. */
export const sheetTable = ({ on, types }: BalanceSheet): Html =>
  types.length === 0
    ? html`<p>No units are certified yet.</p>`
    : htmlTable<Holding>(
        'Balance sheet',
        [
          { title: 'Where the units are', cell: holding => HOLDING_LABELS[holding] },
          ...types.map(({ creditType, onDay }): TableColumn<Holding> => ({
            title: creditTypeWithUnit(creditType),
            isNumber: true,
            cell: holding => exactUnits(onDay[holding]),
          })),
        ],
        HOLDINGS,
        {
          caption: `As at ${showDay(on)}`,
          sums: ['Certified (total)', ...types.map(({ onDay }) => exactUnits(onDay.total))],
        },
      )

/** Available units by credit type, which most readers of a project look for first. */
export const availableUnitsCards = (types: readonly Pick<BalanceOfType, 'creditType' | 'onDay'>[]): Html =>
  html`<ul class="left-cards">
    ${types.map(
      ({ creditType, onDay }) =>
        html`<li class="card">
          <p class="figure">${exactUnits(onDay.unsold)}</p>
          <p><strong>${UNIT_NAMES[creditType]} still available</strong></p>
          <p class="small quiet">
            of ${exactUnits(onDay.total)} certified; ${exactUnits(soldIn(onDay))} sold,
            ${exactUnits(onDay.reserve)} in
            reserve${onDay.retired > 0 && `, ${exactUnits(onDay.retired)} retired`}
          </p>
        </li>`,
    )}
  </ul>`

/** Totals below a list, by credit type. */
export const totalsTable = ({ on, types }: BalanceSheet, label: string): Html | null =>
  types.length === 0
    ? null
    : htmlTable(
        label,
        [
          { title: 'Credit type', cell: ({ creditType }) => creditTypeWithUnit(creditType) },
          { title: 'Certified', isNumber: true, cell: ({ onDay }) => exactUnits(onDay.total) },
          { title: 'Unsold', isNumber: true, cell: ({ onDay }) => exactUnits(onDay.unsold) },
          { title: 'Reserve', isNumber: true, cell: ({ onDay }) => exactUnits(onDay.reserve) },
          { title: 'Sold', isNumber: true, cell: ({ onDay }) => exactUnits(soldIn(onDay)) },
          { title: 'Retired', isNumber: true, cell: ({ onDay }) => exactUnits(onDay.retired) },
        ] satisfies TableColumn<BalanceOfType>[],
        types,
        { caption: `${label}, as at ${showDay(on)}` },
      )

/** Balance sheet over time, period by period, if there are few periods. */
export const balanceOverTime = (types: readonly BalanceOfType[]): Html[] =>
  types
    .filter(({ periods }) => periods.length > 1 && periods.length <= 40)
    .map(
      ({ creditType, periods }) =>
        html`<details class="explained">
          <summary>${creditTypeWithUnit(creditType)} over time</summary>
          ${htmlTable(
            `${creditTypeWithUnit(creditType)} over time`,
            [
              { title: 'From', cell: ({ start }) => showDay(start) },
              { title: 'Until', cell: ({ end }) => (end === null ? 'for ever' : showDay(end)) },
              { title: 'Certified', isNumber: true, cell: ({ total }) => exactUnits(total) },
              ...HOLDINGS.map((holding): TableColumn<BalanceOfType['periods'][number]> => ({
                title: HOLDING_LABELS[holding],
                isNumber: true,
                cell: period => exactUnits(period[holding]),
              })),
            ],
            periods,
          )}
        </details>`,
    )
