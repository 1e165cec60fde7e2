import { Link } from 'react-router'
import { BANK_PAGE } from '#contract/money/bank'
import { openInvoicesPageAddress } from '#contract/money/money'
import { splitDueFromBuyers } from '#domain/money/reports/aged'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { type MoneyOverview, readMoneyOverview } from '#contract/money/overview'
import { useAnswer } from '../../api/api.ts'
import { HeldFundsChart } from '../../charts/held-funds-chart.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { FoldedSection } from '../../parts/section.tsx'
import { moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/values/amounts.tsx'
import {
  DUE_PARTS,
  HELD_TEXT,
  heldNote,
  heldWithoutYearText,
  invoiceCountText,
  lateCountText,
  lineCountText,
  overdueText,
} from './messages.ts'
import './money.css'

type YearRow = MoneyOverview['heldByYear'][number] & { id: string; overdue: number }

const YEAR_COLUMNS: readonly Column<YearRow>[] = [
  {
    id: 'year',
    header: 'Year',
    main: true,
    cell: ({ year, overdue }) => (
      <>
        {year}
        {overdue > 0 && <div className="small">{overdueText(overdue)}</div>}
      </>
    ),
  },
  moneyColumn('due', 'Falls due', row => row.due),
  moneyColumn('held', 'Still held', row => row.heldAfter),
]

const ROWS_AT_FIRST = 5

const Open = ({
  label,
  open: { count, amount, lateCount, lateAmount },
  kinds,
}: {
  label: string
  open: MoneyOverview['fromBuyers']
  kinds: readonly string[]
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Money pounds={amount} />
    </dd>
    <dd className="quiet small">
      <Link to={openInvoicesPageAddress(kinds)}>{invoiceCountText(count)}</Link>
      {lateCount > 0 && (
        <>
          ; <b>{lateCountText(lateCount)}</b>, <Money pounds={lateAmount} />
        </>
      )}
    </dd>
  </div>
)

/** Parts of what is due from buyers; together they are the balance, in pounds. */
export const DueParts = ({ balance }: { balance: number }) => {
  const overview = useAnswer(readMoneyOverview, {}).data
  if (!overview) return null
  const parts = splitDueFromBuyers(penceOf(balance), {
    invoiced: penceOf(overview.fromBuyers.amount),
    refunds: penceOf(overview.refundsToPay),
  })
  return (
    <ul className="quiet small due-parts">
      {DUE_PARTS.map(([part, label]) => (
        <li key={part}>
          {label}: <Money pounds={poundsOf(parts[part])} />
        </li>
      ))}
    </ul>
  )
}

/** Amounts due, late and waiting in the whole market, and the funds held for future years. */
export const Overview = () => (
  <QueryBoundary query={useAnswer(readMoneyOverview, {})} lines={3}>
    {({
      missingRates,
      fromBuyers,
      toPayOut,
      waitingLines,
      held,
      heldWithoutYear,
      heldOverdue,
      heldByYear,
    }) => (
      <>
        {missingRates.map(text => (
          <Notice key={text} tone="warn">
            <p>{text}</p>
          </Notice>
        ))}
        <dl className="money-figures">
          <Open label="Invoiced and unpaid" open={fromBuyers} kinds={['invoice', 'interest']} />
          <Open label="To pay out" open={toPayOut} kinds={['selfBilled', 'refund', 'depositReturn']} />
          <div>
            <dt>Bank lines to deal with</dt>
            <dd>
              <Money pounds={waitingLines.amount} />
            </dd>
            <dd className="quiet small">
              <Link to={`${BANK_PAGE}?status=Waiting`}>{lineCountText(waitingLines.count)}</Link>
            </dd>
          </div>
          <div>
            <dt>Held for future years</dt>
            <dd>
              <Money pounds={held} />
            </dd>
            <dd className="quiet small">{HELD_TEXT}</dd>
          </div>
        </dl>
        {heldByYear.length > 0 && (
          <FoldedSection isFolded heading="Funds held for future years" note={heldNote(heldWithoutYear)}>
            <HeldFundsChart years={heldByYear} />
            <RowsTable
              caption="Held for maintenance by year"
              columns={YEAR_COLUMNS}
              rows={heldByYear.map((row, at) => ({
                ...{ ...row, id: String(row.year) },
                overdue: at === 0 ? heldOverdue : 0,
              }))}
              atFirst={ROWS_AT_FIRST}
            />
            {heldWithoutYear > 0 && (
              <p className="quiet small measure">{heldWithoutYearText(heldWithoutYear)}</p>
            )}
          </FoldedSection>
        )}
      </>
    )}
  </QueryBoundary>
)
