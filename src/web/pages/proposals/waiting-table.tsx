import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import type { ProposalRow } from '#contract/desk/proposal'
import { DayText } from '../../parts/values/amounts.tsx'
import { TableFrame } from '../../parts/table/table-parts.tsx'

/** Waiting proposals. If several can be approved at once, each can be selected except the reader's own. */
export const WaitingProposalsTable = ({
  rows,
  selected,
  onToggle,
}: {
  rows: readonly ProposalRow[]
  selected: ReadonlySet<string>
  onToggle: ((id: string) => void) | null
}) => (
  <TableFrame caption="Proposals waiting for approval" hasCards>
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
            <Link to={pageAddress('proposal', { id })}>{name}</Link>
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
