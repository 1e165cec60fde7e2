import { NEXT_COMPLIANCE_ACTION_LABELS, NEXT_COMPLIANCE_ACTIONS } from '#domain/project/project-check'
import { FOLLOWING_MOVES, followComplianceCheck, readComplianceFacts } from '../../case/follow-checks.ts'
import { action } from '../../kit/action.ts'
import { create, addRemark } from '../../kit/changes.ts'
import { date, additionalFile, longText, oneOf, yesNo } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { initialVisitAnswers, scheduledCheckFields, visitFields, visitNotesField } from './visit-fields.ts'

const hasFailed = ({ isCompliant }: { isCompliant?: boolean | null }): boolean => isCompliant === false

/**
 * Records compliance with the agreement; the project is monitored from the first check on. A check that fails opens a case, and one
 * that passes closes it (decision 0184).
 */
export const addComplianceCheck = action({
  name: 'AddComplianceCheck',
  on: 'project',
  title: 'Add compliance check',
  who: [operator],
  from: ['Verified', 'Monitoring'],
  fields: {
    ...visitFields,
    ...scheduledCheckFields,
    isCompliant: yesNo('Is the project compliant?'),
    failReason: longText('Reason for failure'),
    'nextAction.action': oneOf('Next action', NEXT_COMPLIANCE_ACTIONS, NEXT_COMPLIANCE_ACTION_LABELS),
    'nextAction.date': date('Next action by'),
    ...visitNotesField,
    complianceReport: additionalFile('Compliance report', 'ComplianceReport'),
  },
  initial: initialVisitAnswers,
  show: { failReason: hasFailed, 'nextAction.action': hasFailed, 'nextAction.date': hasFailed },
  to: 'Monitoring',
  moves: FOLLOWING_MOVES,
  reads: readComplianceFacts,
  effect: ({ subject, values, reads, newId, now, actor }) => [
    create('complianceCheck', {
      id: newId(),
      projectId: subject.id,
      date: values.date,
      name: values.name,
      organisation: values.organisation,
      notes: values.notes,
      reportId: values.complianceReport.id,
      outOfTurn: values.outOfTurn ?? false,
      isCompliant: values.isCompliant,
      failReason: values.failReason,
      nextAction: values['nextAction.action'],
      nextActionDate: values['nextAction.date'],
    }),
    addRemark('project', subject, values.isCompliant ? 'compliant' : 'not compliant'),
    ...followComplianceCheck(subject, values, reads, { actor, now, newId }),
  ],
  done: 'The compliance check has been recorded',
})
