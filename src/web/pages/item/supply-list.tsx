import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import { CREDIT_TYPE_LABELS, unitsNote } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import { DURATION_LABELS } from '#domain/project'
import { listSupply, type RequirementView, type SupplyItem } from '#contract/requirement'
import { useAnswer } from '../../api.ts'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { Section } from '../../parts/section.tsx'
import { dayText } from '../../parts/day-text.ts'
import { SoldProjectLink } from '../shared/owner-link.tsx'
import { UnitsOn } from '../shared/units-on-day.tsx'
import { useDay } from '../shared/use-day.ts'
import { habitatText } from './habitat-text.ts'

const projectColumn = (isSettled: boolean): Column<SupplyItem> => ({
  id: 'project',
  header: 'Project',
  main: true,
  sortBy: row => row.project?.name ?? null,
  cell: ({ project }) => {
    if (!project) return <span className="quiet">A project of the round</span>
    if (isSettled) return <SoldProjectLink project={project} />
    return <Link to={addressOf('project', { id: project.id })}>{project.name}</Link>
  },
})

/** What is said of each service; by itself where no project is named to the reader. */
const columnsOn = (
  on: Day,
  { hasNames, isSettled }: Readonly<Record<'hasNames' | 'isSettled', boolean>>,
): Column<SupplyItem>[] => [
  ...(hasNames ? [projectColumn(isSettled)] : []),
  {
    id: 'service',
    header: 'Service',
    ...(!hasNames && { main: true }),
    cell: row => (
      <>
        {CREDIT_TYPE_LABELS[row.creditType]}
        <div className="quiet small">{habitatText(row) || unitsNote(row.creditType)}</div>
      </>
    ),
  },
  { id: 'duration', header: 'Term', cell: row => DURATION_LABELS[row.duration] },
  {
    id: 'units',
    header: 'Units',
    numeric: true,
    cell: row => <UnitsOn periods={row.unitsPerPeriod} on={on} />,
  },
]

/**
 * What could supply a requirement while its round goes on, and what supplies it once it is settled: at the redemption
 * date, from which the credits are needed, unless the address asks for another day.
 */
export const SupplyList = ({ requirement }: { requirement: RequirementView }) => {
  const day = useDay(requirement.redemptionDate ?? undefined)
  const isSettled = requirement.settled.length > 0
  return (
    <Section
      heading={isSettled ? 'What supplies it' : 'What could supply it'}
      aside={<span className="quiet">{dayText(day)}</span>}
    >
      <QueryBoundary query={useAnswer(listSupply, { params: { id: requirement.id } })}>
        {({ items }) => {
          const hasNames = items.some(({ project }) => project !== null)
          return (
            <>
              {items.length > 0 && !hasNames && (
                <p className="quiet">Services of other participants’ projects, which are not named to you.</p>
              )}
              <RowsTable
                caption={isSettled ? 'Services that supply it' : 'Certified services that fit'}
                columns={columnsOn(day.on, { hasNames, isSettled })}
                rows={items}
                empty={
                  <EmptyState title="Nothing fits so far">
                    Certified services of the round that fit this requirement come here.
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
