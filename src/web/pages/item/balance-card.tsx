import { HOLDING_LABELS } from '#domain/credit/balance'
import { CREDIT_TYPE_LABELS, creditTypeWithUnit } from '#domain/values/credit-type'
import type { BalanceOfType, ProjectBalance } from '#contract/kit/balance'
import { readProjectBalance } from '#contract/desk/lists'
import { useAnswer } from '../../api/api.ts'
import { listHoldingsWithUnits, findPeriodOnDate } from '../../charts/band-layout.ts'
import { BalanceBands } from '../../charts/bands.tsx'
import type { DateSelection } from '../../charts/day-chooser.tsx'
import { figuresDateText } from '../../parts/texts.ts'
import { Quantity } from '../../parts/values/amounts.tsx'
import { Card } from '../../parts/section.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'

type Line = Pick<BalanceOfType, 'periods'> & { id: string; name: string }

const amountOn = (
  { periods }: Pick<Line, 'periods'>,
  on: string,
  line: keyof BalanceOfType['onDay'],
): number => findPeriodOnDate(periods, on)?.[line] ?? 0

/** Rows for each service of one credit type on the chosen date, with their total below. */
const ServiceLines = ({
  type,
  services,
  day,
}: {
  type: BalanceOfType
  services: readonly Line[]
  day: DateSelection
}) => {
  const lines = [...listHoldingsWithUnits(type), 'total'] as const
  const columns: Column<Line>[] = [
    { id: 'service', header: 'Service', main: true, cell: row => row.name },
    ...lines.map(line => ({
      id: line,
      header: line === 'total' ? 'Certified' : HOLDING_LABELS[line],
      numeric: true,
      cell: (row: Line) => <Quantity units={amountOn(row, day.on, line)} />,
    })),
  ]
  return (
    <RowsTable
      caption={`${creditTypeWithUnit(type.creditType)}, by service. ${figuresDateText(day)}`}
      columns={columns}
      rows={services}
      summary={{
        name: CREDIT_TYPE_LABELS[type.creditType],
        cells: Object.fromEntries(
          lines.map(line => [line, <Quantity key={line} units={amountOn(type, day.on, line)} />]),
        ),
      }}
    />
  )
}

const Sheet = ({ balance, day }: { balance: ProjectBalance; day: DateSelection }) => (
  <Card heading="Sold and unsold units">
    <BalanceBands sheet={balance} day={day} />
    {balance.types
      .map(type => ({
        type,
        services: balance.services.filter(({ creditType }) => creditType === type.creditType),
      }))
      // For a single service the legend already shows everything.
      .filter(({ services }) => services.length > 1)
      .map(({ type, services }) => (
        <ServiceLines key={type.creditType} type={type} services={services} day={day} />
      ))}
  </Card>
)

/**
 * Balance sheet of a project: where all its certified units are, by service and in total; none before
 * certification.
 */
export const BalanceCard = ({ projectId, day }: { projectId: string; day: DateSelection }) => (
  <QueryBoundary query={useAnswer(readProjectBalance, { params: { id: projectId } })}>
    {balance => balance.types.length > 0 && <Sheet balance={balance} day={day} />}
  </QueryBoundary>
)
