import { HOLDING_LABELS } from '#domain/balance'
import { CREDIT_TYPE_LABELS, nameWithUnits } from '#domain/credit-type'
import type { BalanceOfType, ProjectBalance } from '#contract/balance'
import { readProjectBalance } from '#contract/lists'
import { useAnswer } from '../../api.ts'
import { heldIn, periodOn } from '../../charts/band-layout.ts'
import { Bands } from '../../charts/bands.tsx'
import type { ChosenDay } from '../../charts/day-chooser.tsx'
import { dayText } from '../../parts/day-text.ts'
import { Quantity } from '../../parts/amounts.tsx'
import { Card } from '../../parts/card.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'

type Line = Pick<BalanceOfType, 'periods'> & { id: string; name: string }

const amountOn = (
  { periods }: Pick<Line, 'periods'>,
  on: string,
  line: keyof BalanceOfType['onDay'],
): number => periodOn(periods, on)?.[line] ?? 0

/** Service by service of one credit type, on the chosen day, and their sum: rows above and sum below. */
const ServiceLines = ({
  type,
  services,
  day,
}: {
  type: BalanceOfType
  services: readonly Line[]
  day: ChosenDay
}) => {
  const lines = [...heldIn(type), 'total'] as const
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
      caption={`${nameWithUnits(type.creditType)}, by service. ${dayText(day)}`}
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

const Sheet = ({ balance, day }: { balance: ProjectBalance; day: ChosenDay }) => (
  <Card heading="Where its units are">
    <Bands sheet={balance} day={day} />
    {balance.types
      .map(type => ({
        type,
        services: balance.services.filter(({ creditType }) => creditType === type.creditType),
      }))
      // Of one service the legend has said it all.
      .filter(({ services }) => services.length > 1)
      .map(({ type, services }) => (
        <ServiceLines key={type.creditType} type={type} services={services} day={day} />
      ))}
  </Card>
)

/** The balance sheet of a project: where all its certified units are, service by service and in sum; none before certification. */
export const BalanceCard = ({ projectId, day }: { projectId: string; day: ChosenDay }) => (
  <QueryBoundary query={useAnswer(readProjectBalance, { params: { id: projectId } })}>
    {balance => balance.types.length > 0 && <Sheet balance={balance} day={day} />}
  </QueryBoundary>
)
