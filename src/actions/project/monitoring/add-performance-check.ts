import { action } from '../../kit/action.ts'
import { create } from '../../kit/changes.ts'
import { additionalFile } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { initialVisitAnswers, scheduledCheckFields, visitFields, visitNotesField } from './visit-fields.ts'

/** Records the performance of a project; the project is monitored from the first check on. */
export const addPerformanceCheck = action({
  name: 'AddPerformanceCheck',
  on: 'project',
  title: 'Add performance check',
  who: [operator],
  from: ['Verified', 'Monitoring'],
  fields: {
    ...visitFields,
    ...scheduledCheckFields,
    ...visitNotesField,
    performanceReport: additionalFile('Performance report', 'PerformanceReport'),
  },
  initial: initialVisitAnswers,
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
  done: 'The performance check has been recorded',
})
