import type { BalanceLine, BalanceOfType, BalanceSheet } from '#contract/balance'
import { HOLDING_LABELS, HOLDINGS, type Holding } from '#domain/balance'
import { nameWithUnits, UNIT_NAMES } from '#domain/credit-type'
import { showDay } from '#domain/dates'
import type { Term } from '#domain/terms'
import { type Html, html } from '../html.ts'
import { type TableColumn, tableOf } from '../table.ts'
import { sumOf, units } from './words.ts'

/** The words of a balance sheet that are explained below it. */
export const SHEET_TERMS: readonly Term[] = [
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

/** What of a sheet's line has been sold and not ended. */
const soldIn = (line: BalanceLine): number => sumOf(SOLD.map(holding => line[holding]))

/** Where units are, line by line, with a column for each type. */
export const sheetTable = ({ on, types }: BalanceSheet): Html =>
  types.length === 0
    ? html`<p>No units are certified yet.</p>`
    : tableOf<Holding>(
        'Balance sheet',
        [
          { title: 'Where the units are', cell: holding => HOLDING_LABELS[holding] },
          ...types.map(({ creditType, onDay }): TableColumn<Holding> => ({
            title: nameWithUnits(creditType),
            isNumber: true,
            cell: holding => units(onDay[holding]),
          })),
        ],
        HOLDINGS,
        {
          caption: `As at ${showDay(on)}`,
          sums: ['Certified, the sum of the above', ...types.map(({ onDay }) => units(onDay.total))],
        },
      )

/** What is left, type by type: the first thing that is asked of a project. */
export const leftCards = (types: readonly Pick<BalanceOfType, 'creditType' | 'onDay'>[]): Html =>
  html`<ul class="left-cards">
    ${types.map(
      ({ creditType, onDay }) =>
        html`<li class="card">
          <p class="figure">${units(onDay.unsold)}</p>
          <p><strong>${UNIT_NAMES[creditType]} left unsold</strong></p>
          <p class="small quiet">
            of ${units(onDay.total)} certified; ${units(soldIn(onDay))} sold, ${units(onDay.reserve)} in
            reserve${onDay.retired > 0 && `, ${units(onDay.retired)} retired`}
          </p>
        </li>`,
    )}
  </ul>`

/** Sums below a list, type by type. */
export const totalsTable = ({ on, types }: BalanceSheet, label: string): Html | null =>
  types.length === 0
    ? null
    : tableOf(
        label,
        [
          { title: 'Credit type', cell: ({ creditType }) => nameWithUnits(creditType) },
          { title: 'Certified', isNumber: true, cell: ({ onDay }) => units(onDay.total) },
          { title: 'Unsold', isNumber: true, cell: ({ onDay }) => units(onDay.unsold) },
          { title: 'Reserve', isNumber: true, cell: ({ onDay }) => units(onDay.reserve) },
          { title: 'Sold', isNumber: true, cell: ({ onDay }) => units(soldIn(onDay)) },
          { title: 'Retired', isNumber: true, cell: ({ onDay }) => units(onDay.retired) },
        ] satisfies TableColumn<BalanceOfType>[],
        types,
        { caption: `${label}, as at ${showDay(on)}` },
      )

/** The same over all time, period by period, where there are few. */
export const overTime = (types: readonly BalanceOfType[]): Html[] =>
  types
    .filter(({ periods }) => periods.length > 1 && periods.length <= 40)
    .map(
      ({ creditType, periods }) =>
        html`<details class="explained">
          <summary>${nameWithUnits(creditType)} over time</summary>
          ${tableOf(
            `${nameWithUnits(creditType)} over time`,
            [
              { title: 'From', cell: ({ start }) => showDay(start) },
              { title: 'Until', cell: ({ end }) => (end === null ? 'for ever' : showDay(end)) },
              { title: 'Certified', isNumber: true, cell: ({ total }) => units(total) },
              ...HOLDINGS.map((holding): TableColumn<BalanceOfType['periods'][number]> => ({
                title: HOLDING_LABELS[holding],
                isNumber: true,
                cell: period => units(period[holding]),
              })),
            ],
            periods,
          )}
        </details>`,
    )
