import { Link } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import type { MoneyView } from '#contract/money/money'
import { type AccountStatementLine, readAccountStatement, STATEMENT_FORMATS } from '#contract/money/statement'
import { pageAddress } from '#contract/nouns/nouns'
import { statementLineText } from '#domain/money/statement-lines'
import { useAnswer } from '../../api/api.ts'
import { DownloadIcon } from '../../icons/icons.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/values/amounts.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { negativeBalanceText } from './messages.ts'
import { usePeriod } from './period-inputs.tsx'

type LineRow = AccountStatementLine & { id: string }

const COLUMNS: readonly Column<LineRow>[] = [
  {
    id: 'what',
    header: 'What',
    main: true,
    cell: line => (
      <>
        {statementLineText(line)}{' '}
        {line.document && (
          <Link to={pageAddress('invoice', { id: line.document.id })}>{line.document.name}</Link>
        )}
        <div className="quiet small">{line.item?.name ?? `${line.round.market}, ${line.round.name}`}</div>
      </>
    ),
  },
  dayColumn('day', 'Date', row => row.on),
  moneyColumn('debit', 'Debit', row => row.debit, {
    cell: row => row.debit > 0 && <Money pounds={row.debit} />,
  }),
  moneyColumn('credit', 'Credit', row => row.credit, {
    cell: row => row.credit > 0 && <Money pounds={row.credit} />,
  }),
  moneyColumn('balance', 'Balance', row => row.balance),
]

const ROWS_AT_FIRST = 20

/** Statement of account of an organisation for a period that the reader chooses, to read and to download. */
export const AccountStatement = ({ organisation, isOwn }: Pick<MoneyView, 'organisation' | 'isOwn'>) => {
  const period = usePeriod()
  const query = { organisationId: organisation.id, ...period.query }
  return (
    <div className="stack">
      <div className="row">
        {period.inputs}
        {STATEMENT_FORMATS.map(format => (
          <a
            key={format}
            className="button button-small"
            href={endpointUrl(readAccountStatement, { query: { ...query, format } })}
            download
          >
            <DownloadIcon aria-hidden="true" />
            {format.toUpperCase()}
          </a>
        ))}
      </div>
      <QueryBoundary query={useAnswer(readAccountStatement, { query })}>
        {({ opening, debits, credits, closing, lines }) => (
          <div className="stack">
            <KeyValues
              facts={[
                ['Opening balance', <Money key="opening" pounds={opening} />],
                ['Debits', <Money key="debits" pounds={debits} />],
                ['Credits', <Money key="credits" pounds={credits} />],
                ['Closing balance', <Money key="closing" pounds={closing} />],
              ]}
            />
            <RowsTable
              caption="Lines of the statement"
              columns={COLUMNS}
              rows={lines.map((row, at) => ({ ...row, id: String(at) }))}
              atFirst={ROWS_AT_FIRST}
              printsAll
            />
            <p className="quiet small measure">{negativeBalanceText(isOwn ? 'you' : organisation.name)}</p>
          </div>
        )}
      </QueryBoundary>
    </div>
  )
}
