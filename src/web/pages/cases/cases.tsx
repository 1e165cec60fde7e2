import { CASE_COLUMNS, type CaseRow } from '#contract/case/case'
import type { SortOf } from '#contract/kit/noun'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { DayText } from '../../parts/values/amounts.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { createCardColumn } from '../lists/column-cards.tsx'
import { ListTable } from '../lists/list-table.tsx'
import '../shared/pages.css'

const column = createCardColumn(CASE_COLUMNS)
const COLUMNS: readonly Column<CaseRow, SortOf<typeof NOUNS.case>>[] = [
  { id: 'name', header: 'Case', main: true, cell: row => row.name },
  statusColumn('case', 'status', CASE_COLUMNS.status.label, row => row.status, { sort: 'status' }),
  column('since', { sort: 'since' }),
  column('rectifyBy'),
  column('endedAt', { header: 'Ended', cell: ({ endedAt }) => endedAt && <DayText day={endedAt} /> }),
]

/** Cases that the reader is concerned by, newest first. */
export const CasesPage = () => (
  <Page title="Cases" crumbs={[{ name: 'Cases' }]}>
    <p className="measure quiet">
      A case is something that went wrong after a round was settled. You see the cases that concern you. To
      open one, report a concern on the page of the project or credit requirement.
    </p>
    <ListTable
      noun={NOUNS.case}
      fixed={{}}
      caption="Cases"
      columns={COLUMNS}
      rowLink={row => pageAddress('case', { id: row.id })}
      empty={<EmptyState title="No cases concern you" />}
    />
  </Page>
)
