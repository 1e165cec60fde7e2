import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  CLIENT_TASK_STAGES,
  type ClientTask,
  type ClientTasks,
  type UpcomingDate,
} from '#contract/desk/client-tasks'
import { pageAddress } from '#contract/nouns/nouns'
import { formatLondonTime } from '#domain/values/london'
import { DayText } from '../../parts/values/amounts.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { Section } from '../../parts/section.tsx'
import { bulkActs, type ClientRow, type OfferedBulkAct, rowsOfClients, STAGE_LABELS } from './client-rows.ts'

// Dialogs over the page are loaded when they are first opened.
const BulkPanel = lazy(async () => ({ default: (await import('../queue/bulk-panel.tsx')).BulkPanel }))

/** Tasks in view of one cell; the others unfold. */
const IN_VIEW = 2

const Task = ({ task }: { task: ClientTask }) => (
  <li>
    <Link to={task.link}>{task.text}</Link>
    {task.by && (
      <span className="small quiet">
        {' '}
        by <DayText day={task.by} />
      </span>
    )}
    {task.missing !== null && <span className="small quiet"> Not yet: {task.missing}</span>}
  </li>
)

const Tasks = ({ tasks, what }: { tasks: readonly ClientTask[]; what: string }) => {
  if (tasks.length === 0) return null
  const more = tasks.slice(IN_VIEW)
  return (
    <>
      <ul className="plain-list">
        {tasks.slice(0, IN_VIEW).map(task => (
          <Task key={`${task.on.id} ${task.action}`} task={task} />
        ))}
      </ul>
      {more.length > 0 && (
        <details className="named-list">
          <summary>
            {more.length} more<span className="sr-only"> {what}</span>
          </summary>
          <ul className="plain-list">
            {more.map(task => (
              <Task key={`${task.on.id} ${task.action}`} task={task} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A column for each stage in which a client has tasks. */
const columnsOf = (rows: readonly ClientRow[]): Column<ClientRow>[] => [
  {
    id: 'client',
    header: 'Client',
    main: true,
    sortBy: ({ client }) => client.name,
    cell: ({ client }) => (
      <Link to={pageAddress('organisation', { type: 'PARTICIPANT', id: client.id })}>{client.name}</Link>
    ),
  },
  ...CLIENT_TASK_STAGES.filter(stage => rows.some(row => row.stages[stage].length > 0)).map(
    (stage): Column<ClientRow> => ({
      id: stage,
      header: STAGE_LABELS[stage],
      cell: row => <Tasks tasks={row.stages[stage]} what={`${STAGE_LABELS[stage]} for ${row.client.name}`} />,
    }),
  ),
]

/** Clients by row and what an agent can do for them by column, with buttons that do the same for many. */
export const ClientTasksSection = ({ clients }: { clients: readonly ClientTasks[] }) => {
  const navigate = useNavigate()
  const [bulk, setBulk] = useState<OfferedBulkAct | null>(null)
  const offered = bulkActs(clients)
  const rows = rowsOfClients(clients)
  return (
    <Section heading="Your clients">
      {offered.length > 0 && (
        <div className="row">
          {offered.map(one => (
            <button key={one.label} type="button" className="button" onClick={() => setBulk(one)}>
              {one.label}
            </button>
          ))}
        </div>
      )}
      <RowsTable caption="What you can do for your clients" columns={columnsOf(rows)} rows={rows} />
      <Suspense>
        {bulk && (
          <BulkPanel
            act={bulk.act}
            rows={bulk.rows}
            known={bulk.known}
            onClose={() => setBulk(null)}
            onStarted={id => void navigate(`/queue/acts/${id}`)}
          />
        )}
      </Suspense>
    </Section>
  )
}

/** The next dates of all clients and their rounds in one list. */
export const UpcomingDatesSection = ({ dates }: { dates: readonly UpcomingDate[] }) => (
  <Section heading="What is due" aside={<Link to="/profile">Subscribe to this calendar</Link>}>
    {dates.length === 0 ? (
      <p className="quiet">Nothing is due in the next 90 days.</p>
    ) : (
      <ol className="plain-list due-dates">
        {dates.map(({ day, at, text, link }) => (
          <li key={`${day} ${text}`}>
            <b>{at === null ? <DayText day={day} /> : formatLondonTime(at)}</b>
            <Link to={link}>{text}</Link>
          </li>
        ))}
      </ol>
    )}
  </Section>
)
