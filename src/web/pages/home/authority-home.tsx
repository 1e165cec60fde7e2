import type { ProjectRow } from '#contract/project'
import type { RequirementRow } from '#contract/requirement'
import type { HomeView } from '#contract/home'
import { useList } from '../../api.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useListParams } from '../../parts/list-address.ts'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { addressOf } from '#contract/nouns'
import { PROJECTS_OF_AREA } from '../shared/project-columns.tsx'
import { REQUIREMENTS_OF_AREA } from '../shared/requirement-columns.tsx'

const Projects = () => (
  <DataTable
    caption="Projects in your area"
    columns={PROJECTS_OF_AREA}
    list={useList<ProjectRow>('/api/projects', useListParams())}
    rowLink={row => addressOf('project', { id: row.id })}
    empty={<EmptyState title="No projects in your area yet" />}
    download="/api/projects"
  />
)

const Requirements = () => (
  <DataTable
    caption="Credit requirements in your area"
    columns={REQUIREMENTS_OF_AREA}
    list={useList<RequirementRow>('/api/requirements', useListParams())}
    rowLink={row => addressOf('requirement', { id: row.id })}
    empty={<EmptyState title="No credit requirements in your area yet" />}
    download="/api/requirements"
  />
)

/** A planning authority's first page: the projects and requirements of its area. */
export const AuthorityHome = ({ home }: { home: HomeView }) => (
  <Page title="Local planning" subtitle={home.organisation && <span>{home.organisation.name}</span>}>
    <Section heading="In your area">
      <Tabs
        label="In your area"
        tabs={[
          { id: 'projects', label: 'Projects', content: () => <Projects /> },
          { id: 'requirements', label: 'Credit requirements', content: () => <Requirements /> },
        ]}
      />
    </Section>
  </Page>
)
