import type { ProjectRow, RequirementRow } from '#domain/wire/project'
import { useList } from '../../api.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useListParams } from '../../parts/list-address.ts'
import { addressOf } from './addresses.ts'
import { PROJECTS_OF_SUPPLIER } from './project-columns.tsx'
import { REQUIREMENTS_OF_BUYER } from './requirement-columns.tsx'

/** The projects of one supplier. */
export const ProjectsOf = ({ supplierId }: { supplierId: string }) => (
  <DataTable
    caption="Projects"
    columns={PROJECTS_OF_SUPPLIER}
    list={useList<ProjectRow>('/api/projects', useListParams({ supplierId }))}
    rowLink={row => addressOf.project(row.id)}
    empty={<EmptyState title="No projects yet" />}
    download={`/api/projects?supplierId=${supplierId}`}
  />
)

/** The credit requirements of one buyer or investor. */
export const RequirementsOf = ({ buyerId }: { buyerId: string }) => (
  <DataTable
    caption="Credit requirements"
    columns={REQUIREMENTS_OF_BUYER}
    list={useList<RequirementRow>('/api/requirements', useListParams({ buyerId }))}
    rowLink={row => addressOf.requirement(row.id)}
    empty={<EmptyState title="No credit requirements yet" />}
    download={`/api/requirements?buyerId=${buyerId}`}
  />
)
