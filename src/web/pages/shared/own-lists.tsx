import { Link } from 'react-router'
import type { ProjectRow, RequirementRow } from '#domain/wire/project'
import { useList } from '../../api.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Shown } from '../../parts/queried.tsx'
import { addressOf } from '../../addresses.ts'
import { PROJECTS_OF_SUPPLIER } from './project-columns.tsx'
import { REQUIREMENTS_OF_BUYER } from './requirement-columns.tsx'

// Whole lists, sorted here: several stand on one page, so they cannot all keep their order and page in its address.
const MOST = 200

const More = ({ total, to }: { total: number; to: string }) =>
  total > MOST ? (
    <p>
      <Link to={to}>All {total}</Link>
    </p>
  ) : null

/** The projects of one supplier. */
export const ProjectsOf = ({ supplierId }: { supplierId: string }) => (
  <Shown query={useList<ProjectRow>('/api/projects', { supplierId, limit: MOST })}>
    {({ items, total }) => (
      <>
        <RowsTable
          caption="Projects"
          columns={PROJECTS_OF_SUPPLIER}
          rows={items}
          rowLink={row => addressOf.project(row.id)}
          empty={<EmptyState title="No projects yet" />}
        />
        <More total={total} to={`/projects?supplierId=${supplierId}`} />
      </>
    )}
  </Shown>
)

/** The credit requirements of one buyer or investor. */
export const RequirementsOf = ({ buyerId }: { buyerId: string }) => (
  <Shown query={useList<RequirementRow>('/api/requirements', { buyerId, limit: MOST })}>
    {({ items, total }) => (
      <>
        <RowsTable
          caption="Credit requirements"
          columns={REQUIREMENTS_OF_BUYER}
          rows={items}
          rowLink={row => addressOf.requirement(row.id)}
          empty={<EmptyState title="No credit requirements yet" />}
        />
        <More total={total} to={`/credit-requirements?buyerId=${buyerId}`} />
      </>
    )}
  </Shown>
)
