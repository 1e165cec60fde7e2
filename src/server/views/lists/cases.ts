import { CASE_COLUMNS, caseNoun } from '#contract/case/case'
import { CASE_TYPES } from '#domain/case/case'
import { CASE_STATUSES } from '#domain/case/case-status'
import { showDay } from '@credit-market/values/dates'
import { caseRows } from '../case.ts'
import { tableColumns } from '../listing/columns.ts'
import { daySort, fixedOrderSort, idFilter, numberSort, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** List of cases that the reader is concerned by, newest first. */
export const caseList: Listing<typeof caseNoun> = {
  noun: caseNoun,
  filters: {
    status: idFilter('case.status'),
    type: idFilter('case.type'),
    projectId: idFilter('case.projectId'),
    requirementId: idFilter('case.requirementId'),
    marketRoundId: idFilter('case.roundId'),
  },
  sorts: {
    reported: numberSort('case.ordinal'),
    since: daySort('case.since'),
    type: fixedOrderSort('case.type', CASE_TYPES),
    status: fixedOrderSort('case.status', CASE_STATUSES),
  },
  defaultSort: '-reported',
  searchColumns: [textSearch('case.name')],
  rows: (db, rows, reader) => caseRows(db, rows, reader),
  columns: tableColumns(caseNoun, CASE_COLUMNS, {
    reportedAt: row => showDay(row.reportedAt),
    endedAt: row => row.endedAt && showDay(row.endedAt),
  }),
}
