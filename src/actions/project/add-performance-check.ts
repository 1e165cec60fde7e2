import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { furtherFile } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { noVisitYet, scheduleFields, visitFields, visitNotes } from './visit-fields.ts'

/** Records how well a project does what it is for; from the first check on it is being monitored. */
export const addPerformanceCheck = action({
  name: 'AddPerformanceCheck',
  on: 'project',
  title: 'Add performance check',
  who: [operator],
  from: ['Verified', 'Monitoring'],
  fields: {
    ...visitFields,
    ...scheduleFields,
    ...visitNotes,
    performanceReport: furtherFile('Performance report', 'PerformanceReport'),
  },
  initial: noVisitYet,
  to: 'Monitoring',
  effect: ({ subject, values: { performanceReport, ...visit }, newId }) => [
    create('performanceCheck', {
      ...visit,
      outOfTurn: visit.outOfTurn ?? false,
      id: newId(),
      projectId: subject.id,
      reportId: performanceReport.id,
    }),
  ],
})
