import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import type { ProposalRow } from '#contract/proposal'
import { DayText } from '../../parts/amounts.tsx'
import { TableFrame } from '../../parts/table-parts.tsx'

/** The proposals that wait; where many may be approved at once, each to be selected but the reader's own. */
export const WaitingTable = ({
  rows,
  selected,
  onToggle,
}: {
  rows: readonly ProposalRow[]
  selected: ReadonlySet<string>
  onToggle: ((id: string) => void) | null
}) => (
  <TableFrame caption="Proposals that wait for a second person" hasCards>
    <thead>
      <tr>
        {onToggle && (
          <th scope="col" className="cell-select">
            <span className="sr-only">Selected</span>
          </th>
        )}
        <th scope="col">Proposal</th>
        <th scope="col">Reason</th>
        <th scope="col">Proposed</th>
        <th scope="col">Approve by</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, reason, proposedBy, proposedAt, expiresOn, isOwn }) => (
        <tr key={id}>
          {onToggle && (
            <td className="cell-select">
              <input
                type="checkbox"
                aria-label={`Select ${name}`}
                checked={selected.has(id)}
                disabled={isOwn}
                onChange={() => onToggle(id)}
              />
            </td>
          )}
          <th scope="row" className="cell-main">
            <Link to={addressOf('proposal', { id })}>{name}</Link>
          </th>
          <td data-label="Reason">{reason}</td>
          <td data-label="Proposed">
            <DayText day={proposedAt} />{' '}
            <span className="quiet">{isOwn ? 'by you' : `by ${proposedBy}`}</span>
          </td>
          <td data-label="Approve by">
            <DayText day={expiresOn} />
          </td>
        </tr>
      ))}
    </tbody>
  </TableFrame>
)
