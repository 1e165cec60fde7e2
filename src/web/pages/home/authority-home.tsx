import type { HomeView } from '#contract/home'
import { addressOf, NOUNS } from '#contract/nouns'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { ListTable } from '../shared/list-table.tsx'
import { PROJECTS_OF_AREA } from '../shared/project-columns.tsx'
import { REQUIREMENTS_OF_AREA } from '../shared/requirement-columns.tsx'
import { HomeState } from './home-lead.tsx'

const Projects = () => (
  <ListTable
    noun={NOUNS.project}
    called="area-projects"
    fixed={{}}
    caption="Projects in your area"
    columns={PROJECTS_OF_AREA}
    rowLink={row => addressOf('project', { id: row.id })}
    empty={
      <EmptyState title="No projects in your area yet">
        They come here by themselves, once suppliers register them.
      </EmptyState>
    }
  />
)

const Requirements = () => (
  <ListTable
    noun={NOUNS.requirement}
    called="area-requirements"
    fixed={{}}
    caption="Credit requirements in your area"
    columns={REQUIREMENTS_OF_AREA}
    rowLink={row => addressOf('requirement', { id: row.id })}
    empty={
      <EmptyState title="No credit requirements in your area yet">
        They come here by themselves, once buyers register them.
      </EmptyState>
    }
  />
)

/** A planning authority's first page: the projects and requirements of its area. */
export const AuthorityHome = ({ home }: { home: HomeView }) => (
  <Page title="Local planning" subtitle={home.organisation && <span>{home.organisation.name}</span>}>
    <HomeState home={home} />
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
