import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import type { Day } from '@credit-market/values/dates'
import { PROJECT_DURATION_LABELS } from '#domain/project/project'
import { listSupply, type RequirementView, type SupplyItem } from '#contract/requirement/requirement'
import { useAnswer } from '../../api/api.ts'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { figuresDateText } from '../../parts/texts.ts'
import { CreditTypeCell } from '../lists/credit-columns.tsx'
import { SoldProjectLink } from '../shared/owner-link.tsx'
import { UnitsOnDate } from '../shared/units-on-day.tsx'
import { useChosenDate } from '../shared/use-day.ts'

const projectColumn = (isSettled: boolean): Column<SupplyItem> => ({
  id: 'project',
  header: 'Project',
  main: true,
  sortBy: row => row.project?.name ?? null,
  cell: ({ project }) => {
    if (!project) return <span className="quiet">A project in the round</span>
    if (isSettled) return <SoldProjectLink project={project} />
    return <Link to={pageAddress('project', { id: project.id })}>{project.name}</Link>
  },
})

/** Columns for each service. If the reader may not know the projects, the service names the row. */
const columnsOn = (
  on: Day,
  { hasNames, isSettled }: Readonly<Record<'hasNames' | 'isSettled', boolean>>,
): Column<SupplyItem>[] => [
  ...(hasNames ? [projectColumn(isSettled)] : []),
  {
    id: 'service',
    header: 'Service',
    ...(!hasNames && { main: true }),
    cell: row => <CreditTypeCell of={row} />,
  },
  { id: 'duration', header: 'Term', cell: row => PROJECT_DURATION_LABELS[row.duration] },
  {
    id: 'units',
    header: 'Units',
    numeric: true,
    cell: row => <UnitsOnDate periods={row.unitsPerPeriod} on={on} />,
  },
]

/**
 * Possible supply of a requirement while its round is open, and its actual supply once the round is settled.
 * The figures are for the redemption date, from which the credits are needed, unless the address names
 * another date.
 */
export const SupplyList = ({ requirement }: { requirement: RequirementView }) => {
  const day = useChosenDate(requirement.redemptionDate ?? undefined)
  const isSettled = requirement.settled.length > 0
  return (
    <Section
      heading={isSettled ? 'Supply' : 'Possible supply'}
      aside={<span className="quiet">{figuresDateText(day)}</span>}
    >
      <QueryBoundary query={useAnswer(listSupply, { params: { id: requirement.id } })}>
        {({ items }) => {
          const hasNames = items.some(({ project }) => project !== null)
          return (
            <>
              {items.length > 0 && !hasNames && (
                <p className="quiet">
                  These services belong to other participants’ projects. You cannot see their names.
                </p>
              )}
              <RowsTable
                caption={
                  isSettled
                    ? 'Services that supply this requirement'
                    : 'Certified services that fit this requirement'
                }
                columns={columnsOn(day.on, { hasNames, isSettled })}
                rows={items}
                empty={
                  <EmptyState title="Nothing fits yet">
                    Certified services in the round that fit this requirement appear here.
                  </EmptyState>
                }
              />
            </>
          )
        }}
      </QueryBoundary>
    </Section>
  )
}
