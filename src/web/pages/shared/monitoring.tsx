import type { EvidenceItem, ScheduledCheck } from '#contract/check-schedule'
import type { ProjectView } from '#contract/project'
import { CHECK_STATE_LABELS, EVIDENCE_STATE_LABELS, SCHEDULED_KIND_LABELS } from '#domain/check-schedule'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/section.tsx'

/** How something stands that is due by a day; what is late or failing stands out. */
const DueState = ({ state, label }: { state: string; label: string }) => (
  <span className={state === 'late' || state === 'failing' ? 'due-late' : undefined}>{label}</span>
)

export const CHECK_COLUMNS: readonly Column<ScheduledCheck>[] = [
  {
    id: 'check',
    header: 'Check',
    main: true,
    cell: row => `${SCHEDULED_KIND_LABELS[row.kind]}, year ${row.year}`,
    sortBy: row => row.year,
  },
  { id: 'due', header: 'Due', cell: row => <DayText day={row.due} />, sortBy: row => row.due },
  {
    id: 'state',
    header: 'State',
    card: 'status',
    cell: row => <DueState state={row.state} label={CHECK_STATE_LABELS[row.state]} />,
    sortBy: row => row.state,
  },
  { id: 'done', header: 'Done', cell: row => <DayText day={row.doneOn} />, sortBy: row => row.doneOn },
]

export const EVIDENCE_COLUMNS: readonly Column<EvidenceItem>[] = [
  { id: 'what', header: 'Asked for', main: true, cell: row => row.what, sortBy: row => row.what },
  { id: 'due', header: 'Due', cell: row => <DayText day={row.due} />, sortBy: row => row.due },
  {
    id: 'state',
    header: 'State',
    card: 'status',
    cell: row => <DueState state={row.state} label={EVIDENCE_STATE_LABELS[row.state]} />,
    sortBy: row => row.state,
  },
  { id: 'by', header: 'Asked by', cell: row => row.askedBy, sortBy: row => row.askedBy },
  { id: 'asked', header: 'Asked on', cell: row => <DayText day={row.askedOn} />, sortBy: row => row.askedOn },
  {
    id: 'received',
    header: 'Received',
    cell: row => <DayText day={row.suppliedOn} />,
    sortBy: row => row.suppliedOn,
  },
  {
    id: 'document',
    header: 'Document',
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

/** The checks and reports of a project: what is open first, the whole schedule below; and what was asked for. */
export const Monitoring = ({ project: { checks, evidence } }: { project: ProjectView }) => {
  const next = checks.filter(({ state }) => state === 'ahead').slice(0, 2)
  const open = [...checks.filter(({ state }) => !['ahead', 'done'].includes(state)), ...next]
  return (
    <>
      {checks.length > 0 && (
        <Section heading="Checks and reports">
          <RowsTable caption="Checks and reports that come next" columns={CHECK_COLUMNS} rows={open} />
          {open.length < checks.length && (
            <details>
              <summary>The whole schedule: {checks.length} checks and reports</summary>
              <RowsTable caption="All checks and reports" columns={CHECK_COLUMNS} rows={checks} />
            </details>
          )}
        </Section>
      )}
      {evidence.length > 0 && (
        <Section heading="Evidence">
          <RowsTable caption="Evidence asked for and received" columns={EVIDENCE_COLUMNS} rows={evidence} />
        </Section>
      )}
    </>
  )
}
