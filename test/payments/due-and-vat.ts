import type { AgedList, AmountsDue } from '#contract/money/due'
import type { InvoiceRow } from '#contract/money/invoice'
import type { MoneyOverview } from '#contract/money/overview'
import type { VatReturn } from '#contract/money/vat-return'
import { ACCOUNT_TEXTS } from '#domain/money/account'
import { AGES, splitDueFromBuyers } from '#domain/money/reports/aged'
import { pence } from './papers.ts'
import type { Posting } from './postings.ts'

type Read = <T>(url: string) => Promise<T>

const sumOf = <T>(its: readonly T[], amountOf: (one: T) => number): number =>
  its.reduce((sum, one) => sum + amountOf(one), 0)

/** Pairs of figures that differ, with the name of each. */
const differing = (pairs: readonly (readonly [name: string, shown: number, expected: number])[]): string[] =>
  pairs.flatMap(([name, shown, expected]) =>
    shown === expected ? [] : [`${name} is ${shown} and should be ${expected}`],
  )

/**
 * Figures of VAT returns that differ from the list of all documents, the postings, or the journal. In drawn rounds every document of a
 * sale or purchase is on the return.
 */
export const findVatDifferences = async (
  { read, table }: { read: Read; table: (url: string) => Promise<string[][]> },
  rows: readonly InvoiceRow[],
  postings: readonly Posting[],
): Promise<string[]> => {
  const vat = await read<VatReturn>('/api/money/vat')
  const isSupply = ({ documentKind, event }: InvoiceRow) =>
    documentKind !== 'interest' && !['paidLate', 'bidMade', 'depositEnded'].includes(event)
  const ofKind = (kind: InvoiceRow['item']['kind']) =>
    rows.filter(row => row.item.kind === kind && isSupply(row))
  const [sales, purchases] = [ofKind('requirement'), ofKind('project')]
  const [output, input] = [sumOf(sales, row => pence(row.vat)), sumOf(purchases, row => pence(row.vat))]
  const posted = postings.filter(({ purpose }) => purpose === 'vat')
  const byBank = posted.filter(({ kind }) => kind === 'booking')
  const differences = differing([
    ['box 1', pence(vat.box1), output],
    ['box 4', pence(vat.box4), input],
    ['box 6', vat.box6, Math.round(sumOf(sales, row => pence(row.net)) / 100)],
    ['box 7', vat.box7, Math.round(sumOf(purchases, row => pence(row.net)) / 100)],
    ['VAT in no box', pence(vat.account.inNoBox), 0],
    ['VAT of documents', pence(vat.account.documents), output - input],
    [
      'VAT posted by documents',
      pence(vat.account.documents),
      sumOf(byBank, one => one.amount) - sumOf(posted, one => one.amount),
    ],
    ['VAT posted by bank lines', pence(vat.account.bankLines), sumOf(byBank, one => one.amount)],
  ])
  for (const period of ['until=2026-05-31', 'from=2026-06-01']) {
    const { account } = await read<VatReturn>(`/api/money/vat?${period}`)
    const lines = (await table(`/api/journal?${period}`)).filter(line => line[4] === ACCOUNT_TEXTS.vat.label)
    const inJournal = (isBooking: boolean) =>
      sumOf(
        lines.filter(([entry = '']) => entry.startsWith('booking ') === isBooking),
        line => pence(Number(line[9])) - pence(Number(line[10])),
      )
    differences.push(
      ...differing([
        [`VAT of documents ${period}`, pence(account.documents), 0 - inJournal(false)],
        [`VAT of bank lines ${period}`, pence(account.bankLines), inJournal(true)],
      ]),
    )
  }
  return differences
}

/** Amounts due by age that differ from the open documents, from the overview, or from the accounts of buyers. */
export const findDueDifferences = async (
  read: Read,
  open: readonly InvoiceRow[],
  postings: readonly Posting[],
): Promise<string[]> => {
  const due = await read<AmountsDue>('/api/money/due')
  const overview = await read<MoneyOverview>('/api/money/overview')
  const sides: readonly (readonly [string, AgedList, readonly InvoiceRow['documentKind'][]])[] = [
    ['fromBuyers', due.fromBuyers, ['invoice', 'interest']],
    ['toPayOut', due.toPayOut, ['selfBilled', 'refund', 'depositReturn']],
  ]
  const differences = sides.flatMap(([side, list, kinds]) => {
    const its = open.filter(({ documentKind }) => kinds.includes(documentKind))
    const late = its.filter(one => one.late.days > 0)
    return differing([
      [side, pence(list.total.total), sumOf(its, one => pence(one.open))],
      [
        `${side} late`,
        pence(list.total.total) - pence(list.total.ages.notDue),
        sumOf(late, one => pence(one.open)),
      ],
      [`${side} by age`, sumOf(AGES, age => pence(list.total.ages[age])), pence(list.total.total)],
      ...list.organisations.map(
        ({ organisation: { id }, total }) =>
          [
            `${side} ${id}`,
            pence(total),
            sumOf(
              its.filter(({ party }) => party.id === id),
              one => pence(one.open),
            ),
          ] as const,
      ),
    ])
  })
  const refunds = sumOf(
    open.filter(({ documentKind }) => documentKind === 'refund'),
    one => pence(one.open),
  )
  const balance = sumOf(
    postings.filter(({ purpose }) => purpose === 'due'),
    one => one.amount,
  )
  const parts = splitDueFromBuyers(balance, {
    invoiced: pence(overview.fromBuyers.amount),
    refunds: pence(overview.refundsToPay),
  })
  return [
    ...differences,
    ...differing([
      ['refunds to pay', pence(overview.refundsToPay), refunds],
      ['parts of what is due', parts.invoiced + parts.notInvoiced + parts.refunds, balance],
    ]),
  ]
}
