import { proposal, PROPOSAL_COLUMNS } from '#contract/desk/proposal'
import { PROPOSAL_STATUSES } from '#domain/steps/proposal'
import { proposalRows } from '../proposal.ts'
import { tableColumns } from '../listing/columns.ts'
import { idFilter, fixedOrderSort, numberSort, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** List of proposals that need a second approval, newest first. */
export const proposalList: Listing<typeof proposal> = {
  noun: proposal,
  filters: {
    status: idFilter('proposal.status'),
    marketRoundId: idFilter('proposal.roundId'),
    subjectId: idFilter('proposal.subjectId'),
    action: idFilter('proposal.action'),
  },
  sorts: {
    proposed: numberSort('proposal.ordinal'),
    status: fixedOrderSort('proposal.status', PROPOSAL_STATUSES),
  },
  defaultSort: '-proposed',
  searchColumns: [textSearch('proposal.reason')],
  rows: proposalRows,
  columns: tableColumns(proposal, PROPOSAL_COLUMNS, {
    on: row => row.on.name,
  }),
}
