import { differencesFromNeed } from '#domain/workbook/compare'
import {
  checkSomeBook,
  compared,
  foreseen,
  keepReadings,
  WORKBOOK_DESCRIPTION,
  WORKBOOK_FILING,
  workbookFields,
} from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** Files a workbook for a credit requirement, and compares what it says with the credits that were typed. */
export const readWorkbook = action({
  name: 'ReadWorkbook',
  on: 'requirement',
  title: 'Read workbook',
  binds: WORKBOOK_FILING,
  description: WORKBOOK_DESCRIPTION,
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Buyer' || 'Only a buyer has a workbook of its development',
  fields: workbookFields,
  check: checkSomeBook,
  reads: (read, requirement, values) =>
    compared(read, values, reading => differencesFromNeed(reading, requirement)),
  preview: ({ values, reads }) => foreseen(values, reads),
  effect: ({ subject, reads, ...act }) =>
    keepReadings(reads, { ownerKind: 'requirement', ownerId: subject.id }, act),
  done: 'The workbook was read and filed',
})
