import { scheduleAsText } from '#contract/kit/balance'
import type { ResultItem, ResultView } from '#contract/round/result'
import { NOUNS } from '#contract/nouns/nouns'
import { type Brand, responsibleEntity } from '#domain/people/brand'
import { UNIT_NAMES } from '#domain/values/credit-type'
import { showDay } from '@credit-market/values/dates'
import type { DownloadCell } from '#domain/match/match-files'
import { penceOf, showMoney } from '@credit-market/values/money'
import {
  counterpartiesText,
  criticalAmountText,
  wonPercentageText,
  calculatePaymentSteps,
  listProceedsRecipients,
} from '#domain/match/result-words'
import { showUnits, toUnits } from '@credit-market/values/units'
import { escapeHtml } from '#front/html'

const money = (pounds: number): string => showMoney(penceOf(pounds), true)

const unitsText = (item: ResultItem): string =>
  [
    item.units
      .map(
        one =>
          `${showUnits(toUnits(one.units))} ${UNIT_NAMES[one.creditType]} (${scheduleAsText(one.unitsPerPeriod)})`,
      )
      .join(', '),
    wonPercentageText(item),
  ]
    .filter(text => text !== '')
    .join(': ')

const statusText = ({ of, status }: ResultItem): string => {
  const statuses: Readonly<Record<string, { label: string }>> = NOUNS[of].statuses
  return statuses[status]?.label ?? status
}

/** Facts at the head of a statement, in order. */
const factsOf = ({ round, organisation, settledAt, on }: ResultView, brand: Brand): [string, string][] => [
  ['Market', round.market],
  ['Market round', round.name],
  ['Organisation', organisation.name],
  ['Match accepted on', settledAt ? showDay(settledAt) : 'Not accepted yet'],
  ['As at', showDay(on)],
  ['From', `${responsibleEntity(brand)}, ${brand.contact}`],
]

const exact = (pounds: number | null): string => (pounds === null ? '' : pounds.toFixed(2))

const TITLES = [
  'Kind',
  'Name',
  'Result',
  'Status',
  'Units',
  'Price per unit (GBP)',
  'Trades with',
  'Offer or bid (GBP)',
  'Costs (GBP)',
  'Winning value (GBP)',
  'Share of the surplus (GBP)',
  'Receives (GBP)',
  'Supplier receives (GBP)',
  'Market operator receives (GBP)',
  'Monitoring costs received (GBP)',
  'Pays (GBP)',
]

const PROCEEDS = ['supplier', 'marketOperator', 'monitoring'] as const

const received = (payment: number): number => Math.max(0, -payment)
const paid = (payment: number): number => Math.max(0, payment)

const sumOf = (items: readonly ResultItem[], amount: (item: ResultItem) => number): string =>
  (items.reduce((sum, item) => sum + penceOf(amount(item)), 0) / 100).toFixed(2)

/** Results of offers and bids without part in the match. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  notConfirmed: 'Not confirmed',
  depositMissing: 'Deposit not received',
  groupDepositMissing: 'Deposit of another bid in the group not received',
}

/** A statement as rows of a table: its facts, every item, and the totals to the penny. */
export const resultStatementRows = (result: ResultView, brand: Brand): DownloadCell[][] => {
  const { items, payment } = result
  const won = items.filter(item => item.won)
  return [
    ['Statement of result'],
    ...factsOf(result, brand),
    [],
    TITLES,
    ...items.map(item => [
      item.of === 'project' ? 'Project' : 'Credit requirement',
      item.name,
      item.won ? 'Won' : (LEFT_OUT[item.reason ?? ''] ?? 'Not matched'),
      statusText(item),
      unitsText(item),
      exact(item.pricePerUnit),
      item.counterparties ? counterpartiesText(item.counterparties) : '',
      exact(item.amount),
      exact(item.costs),
      exact(item.value),
      exact(item.share),
      exact(received(item.payment)),
      ...PROCEEDS.map(whose => exact(item.proceeds?.[whose] ?? 0)),
      exact(paid(item.payment)),
    ]),
    [
      'Total of winning items',
      ...['', '', '', '', '', ''],
      sumOf(won, item => item.amount),
      sumOf(won, item => item.costs),
      sumOf(won, item => item.value),
      sumOf(won, item => item.share),
      sumOf(won, item => received(item.payment)),
      ...PROCEEDS.map(whose => sumOf(won, item => item.proceeds?.[whose] ?? 0)),
      sumOf(won, item => paid(item.payment)),
    ],
    [
      payment < 0 ? 'Net amount to receive' : 'Net amount to pay',
      ...['', '', '', '', '', '', '', '', '', ''],
      exact(received(payment)),
      ...['', '', ''],
      exact(paid(payment)),
    ],
  ]
}

const cells = (tag: 'td' | 'th', texts: readonly string[], numericFrom: number): string =>
  texts
    .map((text, at) => `<${tag}${at >= numericFrom ? ' class="n"' : ''}>${escapeHtml(text)}</${tag}>`)
    .join('')

interface StatementColumn {
  title: string
  of: (item: ResultItem) => string
  /** Total in the footer of the table. */
  sum?: (won: readonly ResultItem[]) => string
}

const inPence = (won: readonly ResultItem[], amount: (item: ResultItem) => number): string =>
  money(Number(sumOf(won, amount)))

/** Columns of the winning items; columns of a side are left out if nothing was won on it. */
const columnsFor = (won: readonly ResultItem[]): StatementColumn[] => {
  const isOn = (side: ResultItem['of']): boolean => won.some(({ of }) => of === side)
  const all: (StatementColumn | false)[] = [
    { title: 'Name', of: item => item.name, sum: () => 'Total' },
    { title: 'Units', of: unitsText },
    {
      title: 'Trades with',
      of: ({ counterparties }) => (counterparties ? counterpartiesText(counterparties) : ''),
    },
    {
      title: 'Per unit',
      of: ({ pricePerUnit }) => (pricePerUnit === null ? 'Several types' : money(pricePerUnit)),
    },
    {
      title: 'Bid or asking price',
      of: ({ value }) => money(value),
      sum: items => inPence(items, ({ value }) => value),
    },
    {
      title: 'Share of the surplus',
      of: ({ share }) => money(share),
      sum: items => inPence(items, ({ share }) => share),
    },
    isOn('project') && {
      title: 'Receives',
      of: ({ payment }) => (payment < 0 ? money(-payment) : ''),
      sum: items => inPence(items, ({ payment }) => received(payment)),
    },
    isOn('requirement') && {
      title: 'Pays',
      of: ({ payment }) => (payment > 0 ? money(payment) : ''),
      sum: items => inPence(items, ({ payment }) => paid(payment)),
    },
  ]
  return all.filter(column => column !== false)
}

const lossText = (item: ResultItem): string =>
  [
    item.sentence,
    ...(item.critical === null ? [] : [criticalAmountText(item.of, penceOf(item.critical))]),
  ].join(' ')

const styleWith = (accent: string): string => `@page{size:A4;margin:18mm 15mm}
*{box-sizing:border-box}body{margin:0 auto;padding:24px;max-width:820px;background:#fff;color:#1d2420;font:14px/1.5 sans-serif}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:24px 0 8px;break-after:avoid}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:16px 0}dt{color:#55605a}dd{margin:0}
table{border-collapse:collapse;width:100%;font-size:12.5px}th,td{padding:5px 6px;text-align:left;vertical-align:top;border-bottom:1px solid #d9dcd6}
th{color:#55605a;font-weight:600}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
tr{break-inside:avoid}tfoot td{font-weight:700;border-top:2px solid ${accent}}.from{margin:0 0 16px;padding-bottom:8px;border-bottom:2px solid ${accent};color:${accent};font-weight:700}.head{font-size:17px;margin:0}
.foot{color:#55605a;font-size:12px;margin-top:24px}@media print{body{padding:0;max-width:none}}@media (max-width:640px){.wide{overflow-x:auto}}`

const receivedParts = ({ proceeds, isOwn }: ResultView) =>
  listProceedsRecipients(proceeds, isOwn ? 'you' : 'the supplier').map(({ label, amount }) => ({
    label: `Received ${label}`,
    amount,
  }))

const wonTable = (result: ResultView): string => {
  const won = result.items.filter(item => item.won)
  if (won.length === 0) return ''
  const columns = columnsFor(won)
  const rowOf = (tag: 'td' | 'th', text: (column: StatementColumn) => string): string =>
    `<tr>${cells(tag, columns.map(text), 3)}</tr>`
  return `<h2>Won</h2>
<div class="wide"><table><thead>${rowOf('th', ({ title }) => title)}</thead>
<tbody>${won.map(item => rowOf('td', ({ of }) => of(item))).join('\n')}</tbody>
<tfoot>${rowOf('td', ({ sum }) => sum?.(won) ?? '')}</tfoot></table></div>
<h2>How the amount is calculated</h2>
<table><tbody>${[...calculatePaymentSteps(result), ...receivedParts(result)]
    .map(({ label, amount }) => [label, `${amount < 0 ? '− ' : ''}${money(Math.abs(amount))}`])
    .map(texts => `<tr>${cells('td', texts, 1)}</tr>`)
    .join('\n')}</tbody></table>`
}

const lostTable = ({ items }: ResultView): string => {
  const lost = items.filter(item => !item.won)
  if (lost.length === 0) return ''
  return `<h2>Not matched</h2>
<table><tbody>${lost.map(item => `<tr>${cells('td', [item.name, lossText(item)], 2)}</tr>`).join('\n')}</tbody></table>`
}

/** A statement as one self-contained HTML page, to save and to print on A4. */
export const resultStatementHtml = (result: ResultView, brand: Brand): string => {
  const { round, organisation, sentences } = result
  const title = `Statement of result: ${organisation.name}, ${round.market}, ${round.name}`
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${styleWith(brand.accentLight)}</style></head>
<body><p class="from">${escapeHtml(brand.name)}</p><h1>Statement of result</h1><p class="head">${escapeHtml(sentences.join(' '))}</p>
<dl>${factsOf(result, brand)
    .map(([term, text]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`)
    .join('')}</dl>
${wonTable(result)}
${lostTable(result)}
<p class="foot">Amounts are in pounds sterling, to the penny. A winning bid pays the bid minus its share of the surplus. A winning offer receives the offer, the costs and its share of the surplus.</p>
</body></html>
`
}
