import { UNTIL_SETTLED } from '#domain/round'
import { differencesFromServices } from '#domain/workbook/compare'
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

/** Files a workbook for a project, and compares what it says with the services that were typed. */
export const readWorkbook = action({
  name: 'ReadWorkbook',
  on: 'project',
  title: 'Read workbook',
  binds: WORKBOOK_FILING,
  description: WORKBOOK_DESCRIPTION,
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  fields: workbookFields,
  check: checkSomeBook,
  reads: async (read, project, values) => {
    const services = await read.list('service', { projectId: project.id })
    return compared(read, values, reading => differencesFromServices(reading, services))
  },
  preview: ({ values, reads }) => foreseen(values, reads),
  effect: ({ subject, reads, ...act }) =>
    keepReadings(reads, { ownerKind: 'project', ownerId: subject.id }, act),
  done: 'The workbook was read and filed',
})
