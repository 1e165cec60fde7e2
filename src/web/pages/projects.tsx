import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { useUser } from '../api/api.ts'
import { Page } from '../parts/page/page.tsx'
import { COMPLIANCE_FILTER, PROJECT_STATUS_CHOICES, PROJECT_STEP_FILTER } from './shared/choices.ts'
import { PROJECT_LIST_COLUMNS, AREA_PROJECT_COLUMNS } from './lists/project-columns.tsx'
import { EmptyList } from './lists/empty-list.tsx'
import { ListActions, ListTable } from './lists/list-table.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { useFilterChoices } from './shared/list-hooks.ts'
import './shared/pages.css'

/** All projects that the reader may see. */
export const ProjectsPage = () => {
  const choices = useFilterChoices()
  const isAuthority = useUser().data?.organisation?.type === 'LPA'
  const seesAll = useIsOperator()
  return (
    <Page title="Projects" actions={<ListActions noun={NOUNS.project} fixed={{}} />}>
      <ListTable
        noun={NOUNS.project}
        fixed={{}}
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          { id: 'status', label: 'Status', choices: PROJECT_STATUS_CHOICES },
          ...(seesAll ? [PROJECT_STEP_FILTER] : []),
          ...choices.projectType,
          ...choices.nca,
          ...choices.lpa,
          COMPLIANCE_FILTER,
        ]}
        caption="Projects"
        columns={isAuthority ? AREA_PROJECT_COLUMNS : PROJECT_LIST_COLUMNS}
        map={{ of: 'projects' }}
        rowLink={row => pageAddress('project', { id: row.id })}
        empty={<EmptyList noun={NOUNS.project} fixed={{}} title="No projects yet" />}
      />
    </Page>
  )
}
