import { CASE_COLUMNS, type CaseRow } from '#contract/case/case'
import type { SortOf } from '#contract/kit/noun'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { DayText } from '../../parts/values/amounts.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { createCardColumn } from '../lists/column-cards.tsx'
import { ListTable } from '../lists/list-table.tsx'
import '../shared/pages.css'

const ENDED = ['Closed', 'Dismissed'] as const

const column = createCardColumn(CASE_COLUMNS)
const COLUMNS: readonly Column<CaseRow, SortOf<typeof NOUNS.case>>[] = [
  { id: 'name', header: 'Case', main: true, cell: row => row.name },
  statusColumn('case', 'status', CASE_COLUMNS.status.label, row => row.status, { sort: 'status' }),
  column('since', { sort: 'since' }),
  column('rectifyBy'),
]
const ENDED_COLUMNS: typeof COLUMNS = [
  ...COLUMNS.slice(0, 3),
  column('endedAt', { header: 'Ended', cell: ({ endedAt }) => endedAt && <DayText day={endedAt} /> }),
]

/** Cases that the reader is concerned by: first those that are open. */
export const CasesPage = () => (
  <Page title="Cases" crumbs={[{ name: 'Cases' }]}>
    <p className="measure quiet">
      A case is something that went wrong after a round was settled. You see the cases that concern you. To
      open one, report a concern on the page of the project or credit requirement.
    </p>
    <Section heading="Open cases">
      <ListTable
        noun={NOUNS.case}
        fixed={{ status: [...OPEN_CASE_STATUSES] }}
        caption="Open cases"
        columns={COLUMNS}
        rowLink={row => pageAddress('case', { id: row.id })}
        empty={<EmptyState title="No open cases concern you" />}
      />
    </Section>
    <Section heading="Ended cases">
      <ListTable
        noun={NOUNS.case}
        fixed={{ status: [...ENDED] }}
        caption="Ended cases"
        columns={ENDED_COLUMNS}
        rowLink={row => pageAddress('case', { id: row.id })}
        empty={<EmptyState title="No ended cases" />}
      />
    </Section>
  </Page>
)
