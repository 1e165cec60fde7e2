import { ROUND_QUESTION_COLUMNS, roundQuestion } from '#contract/round/round-question'
import { ROUND_QUESTION_STATUSES } from '#domain/round/round-question'
import { showDay } from '@credit-market/values/dates'
import { roundQuestionRows } from '../round-question.ts'
import { tableColumns } from '../listing/columns.ts'
import { fixedOrderSort, idFilter, numberSort, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** List of questions about rounds: all for the market operator, for others their own and those of their clients; newest first. */
export const roundQuestionList: Listing<typeof roundQuestion> = {
  noun: roundQuestion,
  filters: {
    status: idFilter('roundQuestion.status'),
    marketRoundId: idFilter('roundQuestion.roundId'),
    organisationId: idFilter('roundQuestion.organisationId'),
  },
  sorts: {
    asked: numberSort('roundQuestion.ordinal'),
    status: fixedOrderSort('roundQuestion.status', ROUND_QUESTION_STATUSES),
  },
  defaultSort: '-asked',
  searchColumns: [textSearch('roundQuestion.question')],
  rows: (db, rows) => roundQuestionRows(db, rows),
  columns: tableColumns(roundQuestion, ROUND_QUESTION_COLUMNS, {
    askedAt: row => showDay(row.askedAt),
    answeredAt: row => row.answeredAt && showDay(row.answeredAt),
  }),
}
