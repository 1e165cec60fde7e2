import { Link } from 'react-router'
import { withQuery } from '#contract/kit/endpoint'
import type { QueueRow } from '#contract/desk/queue'
import { QUEUED_ACTS } from '#contract/steps/index'
import type { StepObstacle } from '#contract/kit/resource'
import { DueDateText, WaitingSinceText } from '../../parts/step-clock.tsx'
import { TableFrame } from '../../parts/table/table-parts.tsx'
import type { useRowSelection } from '../lists/use-row-selection.ts'
import { blockedText } from './words.ts'

/** Address at which the obstacle of a row is removed, if that is work of this queue. */
const taskOf = ({ on, action }: StepObstacle): string | undefined => {
  const act = QUEUED_ACTS.find(one => one === `${on.kind}.${action}`)
  return act && withQuery('/queue', { act, id: on.id })
}

const State = ({ row }: { row: QueueRow }) => {
  const blocked = blockedText(row)
  if (!blocked) return <span className="queue-ready">Can be done now</span>
  const tasks = row.blockedBy.flatMap(one => {
    const to = taskOf(one)
    return to ? [{ to, text: one.text }] : []
  })
  return (
    <>
      <span className="queue-blocked">Blocked: {tasks.length === 0 && blocked.why}</span>
      {tasks.length > 0 && (
        <ul className="queue-blocked">
          {tasks.map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      <span className="quiet">{blocked.waiting}</span>
    </>
  )
}

/** Rows that wait for an act, each to be opened or done, and to be selected where many can be done at once. */
export const QueueTable = ({
  title,
  rows,
  selection,
  formOf,
}: {
  /** Label of the act. */
  title: string
  rows: readonly QueueRow[]
  /** Null if the act is offered for single rows only. */
  selection: ReturnType<typeof useRowSelection> | null
  /** Returns the address at which the form for a row is open. */
  formOf: (row: QueueRow) => string
}) => {
  const areAll = selection !== null && selection.selected.length === rows.length
  return (
    <div className="queue-table">
      <TableFrame caption={`Waiting for: ${title}`}>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={areAll}
                  ref={box => {
                    if (box) box.indeterminate = !areAll && selection.selected.length > 0
                  }}
                  onChange={areAll ? selection.none : selection.all}
                />
              </th>
            )}
            <th scope="col">Name</th>
            <th scope="col">Due</th>
            <th scope="col">Waiting</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr-only">Open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} className="queue-row" data-selected={selection?.isSelected(row.id)}>
              {selection && (
                <td className="queue-check">
                  <input
                    type="checkbox"
                    data-row={row.id}
                    aria-label={`Select ${row.name}`}
                    checked={selection.isSelected(row.id)}
                    onClick={event => selection.toggle(row.id, event.shiftKey)}
                    onChange={() => undefined}
                  />
                </td>
              )}
              <th scope="row" className="cell-main">
                <Link to={row.link}>{row.name}</Link>
                <span className="quiet">
                  {[row.organisation.name, row.market && row.round && `${row.market.name}, ${row.round.name}`]
                    .filter(Boolean)
                    .join('; ')}
                </span>
              </th>
              <td data-label="Due">
                <DueDateText due={row.due} />
              </td>
              <td data-label="Waiting">
                <WaitingSinceText {...row} />
              </td>
              <td className="queue-state">
                <State row={row} />
              </td>
              <td className="cell-actions">
                {row.missing === null && (
                  <Link className="button button-small" to={formOf(row)} aria-label={`Open ${row.name}`}>
                    Open
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </div>
  )
}
