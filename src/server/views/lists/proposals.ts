import { proposal, PROPOSAL_COLUMNS } from '#contract/proposal'
import { PROPOSAL_STATUSES } from '#domain/proposal'
import { proposalRows } from '../proposal.ts'
import { tableColumns } from './columns.ts'
import { byId, inOrderOf, number, textSearch } from './filters.ts'
import type { Listing } from './listing.ts'

/** What was proposed to be done once a second person approves it, newest first. */
export const proposals: Listing<typeof proposal> = {
  noun: proposal,
  filters: {
    status: byId('proposal.status'),
    marketRoundId: byId('proposal.roundId'),
    subjectId: byId('proposal.subjectId'),
    action: byId('proposal.action'),
  },
  sorts: {
    proposed: number('proposal.ordinal'),
    status: inOrderOf('proposal.status', PROPOSAL_STATUSES),
  },
  defaultSort: '-proposed',
  searchColumns: [textSearch('proposal.reason')],
  rows: proposalRows,
  columns: tableColumns(proposal, PROPOSAL_COLUMNS, {
    on: row => row.on.name,
  }),
}
