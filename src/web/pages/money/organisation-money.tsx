import { Link } from 'react-router'
import {
  invoicesPageAddress,
  type MoneyInstalment,
  type MoneyView,
  moneyPageAddress,
} from '#contract/money/money'
import { pageAddress } from '#contract/nouns/nouns'
import { statementLineText } from '#domain/money/statement-lines'
import { resultPageAddress } from '#contract/round/result'
import type { Day } from '@credit-market/values/dates'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page } from '../../parts/page/page.tsx'
import { entryCountText } from '../../parts/messages.ts'
import { FoldedSection, Section } from '../../parts/section.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'
import { useFiguresDate } from '../shared/use-day.ts'
import { OrganisationChooser } from '../shared/organisation-chooser.tsx'
import {
  DUE_LATER_TEXT,
  instalmentEventText,
  KEEPS_BOOKS_TEXT,
  NO_MONEY_TEXT,
  NOT_INVOICED_LABEL,
  DUE_DATES_TEXT,
  NOTHING_DUE_TEXT,
  overdueCheckText,
  POSITION_LABELS,
  POSITION_NOTES,
} from './messages.ts'
import { AccountStatement } from './statement.tsx'
import './money.css'
import '../shared/pages.css'

const PARTS = ['pays', 'receivesNow', 'receivesLater', 'forOthers'] as const

const Figures = ({ money }: { money: MoneyView }) => (
  <dl className="money-figures">
    {PARTS.filter(part => money[part] !== 0).map(part => (
      <div key={part}>
        <dt>{POSITION_LABELS[part]}</dt>
        <dd>
          <Money pounds={money[part]} />
        </dd>
        <dd className="quiet small">{POSITION_NOTES[part]}</dd>
      </div>
    ))}
  </dl>
)

const PAID = [
  ['paid', 'Paid'],
  ['openToPay', 'Invoiced and still to pay'],
  ['received', 'Received'],
  ['openToReceive', 'Invoiced and still to receive'],
] as const

/** The balance, the part that no invoice asks for yet, and what is paid and open. */
const Payments = ({ money }: { money: MoneyView }) => {
  const balance = money.statement.at(-1)?.balance ?? 0
  const notInvoiced = penceOf(balance) - penceOf(money.openToPay) + penceOf(money.openToReceive)
  return (
    <KeyValues
      facts={[
        ['Balance', <Money key="balance" pounds={balance} />],
        [NOT_INVOICED_LABEL, notInvoiced !== 0 && <Money key="rest" pounds={poundsOf(notInvoiced)} />],
        ...PAID.map(
          ([part, label]) => [label, money[part] !== 0 && <Money key={part} pounds={money[part]} />] as const,
        ),
      ]}
    />
  )
}

const NEXT = [
  ['nextPaid', 'Next payment'],
  ['nextReceived', 'Next money in'],
] as const

const NextInstalments = ({ money }: { money: MoneyView }) =>
  NEXT.map(([side, label]) => {
    const next = money[side]
    return (
      next && (
        <p key={side}>
          {label}:{' '}
          <b>
            <Money pounds={next.amount} />
          </b>{' '}
          on <DayText day={next.due} />
        </p>
      )
    )
  })

type InstalmentRow = MoneyInstalment & { id: string }

const instalmentColumns = (today: Day): readonly Column<InstalmentRow>[] => [
  {
    id: 'what',
    header: 'What',
    main: true,
    cell: row => (
      <>
        {statementLineText({ kind: 'settlement', purpose: row.purpose })}
        <div className="quiet small">{instalmentEventText(row)}</div>
      </>
    ),
  },
  dayColumn('due', 'Due', row => row.due, {
    cell: ({ due, checkDue }) => {
      if (due !== null) return <DayText day={due} />
      return checkDue !== null && checkDue < today ? overdueCheckText(checkDue) : DUE_LATER_TEXT
    },
  }),
  {
    id: 'item',
    header: 'Project or credit requirement',
    cell: ({ item }) => <Link to={pageAddress(item.kind, { id: item.id })}>{item.name}</Link>,
  },
  moneyColumn('pay', 'To pay', row => (row.purpose === 'due' ? row.amount : null), {
    cell: row => row.purpose === 'due' && <Money pounds={row.amount} />,
  }),
  moneyColumn('receive', 'To receive', row => (row.purpose === 'due' ? null : row.amount), {
    cell: row => row.purpose !== 'due' && <Money pounds={row.amount} />,
  }),
]

/** Due dates in view until the reader opens all; the next one is at the head of the page. */
const ROWS_AT_FIRST = 8

/** Due dates: what comes next first, and what fell due before today folded. */
const DueDates = ({ instalments }: Pick<MoneyView, 'instalments'>) => {
  const today = useFiguresDate()
  const columns = instalmentColumns(today)
  const rows = instalments.map((row, at) => ({ ...row, id: String(at) }))
  const past = rows.filter(({ due }) => due !== null && due < today)
  const ahead = rows.filter(row => !past.includes(row))
  return (
    <>
      <Section heading="Due dates">
        {ahead.length === 0 ? (
          <p className="quiet">{NOTHING_DUE_TEXT}</p>
        ) : (
          <RowsTable
            caption="Payments by due date"
            columns={columns}
            rows={ahead}
            atFirst={ROWS_AT_FIRST}
            printsAll
          />
        )}
        <p className="quiet small measure">{DUE_DATES_TEXT}</p>
      </Section>
      {past.length > 0 && (
        <FoldedSection isFolded heading="Past due dates" note={entryCountText(past.length)}>
          <RowsTable caption="Payments with a past due date" columns={columns} rows={past} />
        </FoldedSection>
      )}
    </>
  )
}

type RoundRow = MoneyView['rounds'][number] & { id: string }

/** Columns of rounds, with those parts that are not zero throughout. */
const roundColumns = (money: MoneyView): readonly Column<RoundRow>[] => [
  {
    id: 'round',
    header: 'Round',
    main: true,
    cell: ({ round }) => `${round.market}, ${round.name}`,
  },
  dayColumn('settled', 'Settled', row => row.settledAt),
  ...PARTS.filter(part => money[part] !== 0).map(part =>
    moneyColumn<RoundRow>(part, POSITION_LABELS[part], row => row[part]),
  ),
]

/** Money of one organisation: what it pays and receives, round by round, and its statement. */
export const OrganisationMoney = ({ money }: { money: MoneyView }) => {
  const { organisation, organisations, isOwn, rounds, instalments, statement } = money
  return (
    <Page
      title={isOwn ? 'Your money' : `Money: ${organisation.name}`}
      crumbs={
        isOwn ? [{ name: 'Money' }] : [{ name: 'Money', to: moneyPageAddress() }, { name: organisation.name }]
      }
      actions={
        statement.length > 0 && (
          <div className="row">
            <Link
              className="button button-small"
              to={invoicesPageAddress(isOwn ? undefined : organisation.id)}
            >
              Invoices
            </Link>
          </div>
        )
      }
    >
      <ShowPence>
        <OrganisationChooser
          organisation={organisation}
          organisations={organisations}
          addressOf={moneyPageAddress}
        />
        {rounds.length === 0 ? (
          <EmptyState title="No money yet">{NO_MONEY_TEXT}</EmptyState>
        ) : (
          <>
            <Figures money={money} />
            <Payments money={money} />
            <NextInstalments money={money} />
            <Section heading="By round">
              <RowsTable
                caption="Money by round"
                columns={roundColumns(money)}
                rows={rounds.map(row => ({ ...row, id: row.round.id }))}
                rowLink={({ round }) => resultPageAddress(round.id, isOwn ? undefined : organisation.id)}
              />
            </Section>
            <DueDates instalments={instalments} />
            <FoldedSection isFolded heading="Statement" note={entryCountText(statement.length)}>
              <AccountStatement organisation={organisation} isOwn={isOwn} />
            </FoldedSection>
          </>
        )}
        <p className="quiet measure">{KEEPS_BOOKS_TEXT}</p>
      </ShowPence>
    </Page>
  )
}
