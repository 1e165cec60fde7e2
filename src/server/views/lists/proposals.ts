import { proposal } from '#contract/proposal'
import { PROPOSAL_STATUSES } from '#domain/proposal'
import { proposalRows } from '../proposal.ts'
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
  columns: [
    { title: 'Proposed', value: row => row.title },
    { title: 'On', value: row => row.on.name },
    { title: 'Status', value: row => proposal.statuses[row.status].label },
    { title: 'Reason', value: row => row.reason },
    { title: 'Proposed by', value: row => row.proposedBy },
    { title: 'Proposed at', value: row => row.proposedAt },
    { title: 'Approve by', value: row => row.expiresOn },
    { title: 'Decided by', value: row => row.decidedBy },
    { title: 'Decided at', value: row => row.decidedAt },
    { title: 'Note', value: row => row.note },
  ],
}
