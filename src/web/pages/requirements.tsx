import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { useUser } from '../api/api.ts'
import { Page } from '../parts/page/page.tsx'
import { REDEMPTION_FILTER, REQUIREMENT_STATUS_CHOICES, REQUIREMENT_STEP_FILTER } from './shared/choices.ts'
import { REQUIREMENT_LIST_COLUMNS, AREA_REQUIREMENT_COLUMNS } from './lists/requirement-columns.tsx'
import { EmptyList } from './lists/empty-list.tsx'
import { ListActions, ListTable } from './lists/list-table.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { useFilterChoices } from './shared/list-hooks.ts'
import './shared/pages.css'

/** All credit requirements that the reader may see. */
export const RequirementsPage = () => {
  const choices = useFilterChoices()
  const isAuthority = useUser().data?.organisation?.type === 'LPA'
  const seesAll = useIsOperator()
  return (
    <Page title="Credit requirements" actions={<ListActions noun={NOUNS.requirement} fixed={{}} />}>
      <ListTable
        noun={NOUNS.requirement}
        fixed={{}}
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          { id: 'status', label: 'Status', choices: REQUIREMENT_STATUS_CHOICES },
          ...(seesAll ? [REQUIREMENT_STEP_FILTER] : []),
          ...choices.nca,
          ...choices.lpa,
          REDEMPTION_FILTER,
        ]}
        caption="Credit requirements"
        columns={isAuthority ? AREA_REQUIREMENT_COLUMNS : REQUIREMENT_LIST_COLUMNS}
        map={{ of: 'requirements' }}
        rowLink={row => pageAddress('requirement', { id: row.id })}
        empty={<EmptyList noun={NOUNS.requirement} fixed={{}} title="No credit requirements yet" />}
      />
    </Page>
  )
}
