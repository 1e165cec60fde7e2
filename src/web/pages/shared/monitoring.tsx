import {
  CHECK_COLUMNS,
  EVIDENCE_COLUMNS,
  type EvidenceItem,
  type ScheduledCheck,
} from '#contract/project/check-schedule'
import type { ProjectView } from '#contract/project/project'
import {
  CHECK_STATE_LABELS,
  EVIDENCE_STATE_LABELS,
  SCHEDULED_CHECK_KIND_LABELS,
} from '#domain/project/check-schedule'
import { textColumn, dayColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { Section } from '../../parts/section.tsx'

/** State of a check or report with a due date; late and failing ones are highlighted. */
const DueState = ({ state, label }: { state: string; label: string }) => (
  <span className={state === 'late' || state === 'failing' ? 'due-late' : undefined}>{label}</span>
)

export const CHECK_COLUMN_LIST: readonly Column<ScheduledCheck>[] = [
  {
    id: 'check',
    header: CHECK_COLUMNS.kind.label,
    main: true,
    cell: row => `${SCHEDULED_CHECK_KIND_LABELS[row.kind]}, year ${row.year}`,
    sortBy: row => row.year,
  },
  dayColumn('due', CHECK_COLUMNS.due.label, row => row.due),
  {
    id: 'state',
    header: CHECK_COLUMNS.state.label,
    card: 'status',
    cell: row => <DueState state={row.state} label={CHECK_STATE_LABELS[row.state]} />,
    sortBy: row => row.state,
  },
  dayColumn('done', CHECK_COLUMNS.doneOn.label, row => row.doneOn),
]

export const EVIDENCE_COLUMN_LIST: readonly Column<EvidenceItem>[] = [
  textColumn('what', EVIDENCE_COLUMNS.what.label, row => row.what, { main: true }),
  dayColumn('due', EVIDENCE_COLUMNS.due.label, row => row.due),
  {
    id: 'state',
    header: EVIDENCE_COLUMNS.state.label,
    card: 'status',
    cell: row => <DueState state={row.state} label={EVIDENCE_STATE_LABELS[row.state]} />,
    sortBy: row => row.state,
  },
  textColumn('by', EVIDENCE_COLUMNS.askedBy.label, row => row.askedBy),
  dayColumn('asked', EVIDENCE_COLUMNS.askedOn.label, row => row.askedOn),
  dayColumn('received', EVIDENCE_COLUMNS.suppliedOn.label, row => row.suppliedOn),
  {
    id: 'document',
    header: EVIDENCE_COLUMNS.document.label,
    cell: row =>
      row.document && (
        <>
          <a href={row.document.links.self} download>
            {row.document.name}
          </a>
          {row.note && <span className="quiet"> {row.note}</span>}
        </>
      ),
  },
]

/**
 * Checks and reports of a project, open ones first and the whole schedule below, and the evidence requested.
 */
export const Monitoring = ({ project: { checks, evidence } }: { project: ProjectView }) => {
  const next = checks.filter(({ state }) => state === 'ahead').slice(0, 2)
  const open = [...checks.filter(({ state }) => !['ahead', 'done'].includes(state)), ...next]
  return (
    <>
      {checks.length > 0 && (
        <Section heading="Checks and reports">
          <RowsTable caption="Next checks and reports" columns={CHECK_COLUMN_LIST} rows={open} />
          {open.length < checks.length && (
            <details>
              <summary>Full schedule: {checks.length} checks and reports</summary>
              <RowsTable caption="All checks and reports" columns={CHECK_COLUMN_LIST} rows={checks} />
            </details>
          )}
        </Section>
      )}
      {evidence.length > 0 && (
        <Section heading="Evidence">
          <RowsTable
            caption="Evidence requested and received"
            columns={EVIDENCE_COLUMN_LIST}
            rows={evidence}
          />
        </Section>
      )}
    </>
  )
}
