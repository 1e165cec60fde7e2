import type { ActionName } from '#actions/index'
import { isContracted, PROJECT_STATUSES } from '#domain/project'
import { OPERATOR } from './people.ts'
import { settledOn } from './rounds.ts'
import {
  cell,
  cellOrNull,
  offsetOf,
  rowsOf,
  type Calendar,
  type Cells,
  type Step,
  type StepDetails,
} from './step.ts'

/** What the operator did with the projects that the settled rounds sold: agreements, verification and checks. */
export const deliverySteps = (calendar: Calendar): Step[] =>
  rowsOf('demo_projects')
    .filter(row => PROJECT_STATUSES.some(status => status === row.status && isContracted(status)))
    .flatMap((row, index) => {
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'project'>,
        more: StepDetails,
      ): Step => ({
        at: calendar.at(offset, 120 + index * 4 + minute),
        by: OPERATOR,
        kind: 'project',
        subjectId: cell(row, 'projectId'),
        action,
        values: {},
        ...more,
      })
      const settled = settledOn(cell(row, 'roundId'))
      return [
        step(settled + 14, 0, 'SetNatureBasedAgreement', { documents: ['natureBasedAgreement'] }),
        ...(row.isFixedTerm === 'true'
          ? []
          : [
              step(settled + 14, 1, 'SetSection106Agreement', {
                documents: ['section106Agreement'],
                values: {
                  obligationRef: `DEMO/S106/${cell(row, 'projectId')}`,
                  gainSiteRef: `BGS-DEMO-${cell(row, 'projectId')}`,
                },
              }),
            ]),
        step(settled + 21, 0, 'Contract', { values: { confirmed: true } }),
        ...rowsOf('demo_checks')
          .filter(check => check.projectId === row.projectId)
          .map(check => step(offsetOf(check, 'offsetDays'), 0, ...checked(calendar, check))),
      ]
    })

const checked = (calendar: Calendar, row: Cells): [action: ActionName<'project'>, more: StepDetails] => {
  const visit = {
    date: calendar.day(offsetOf(row, 'offsetDays')),
    name: cell(row, 'name'),
    organisation: cell(row, 'organisation'),
    notes: cellOrNull(row, 'notes'),
  }
  const passed = row.passed === 'true'
  const failReason = cellOrNull(row, 'failReason')
  if (row.kind === 'Verification')
    return ['Verify', { documents: ['verificationReport'], values: { ...visit, isPass: passed, failReason } }]
  if (row.kind === 'Performance')
    return ['AddPerformanceCheck', { documents: ['performanceReport'], values: visit }]
  const nextAction = row.nextAction && {
    action: row.nextAction,
    date: calendar.day(offsetOf(row, 'nextActionOffsetDays')),
  }
  return [
    'AddComplianceCheck',
    {
      documents: ['complianceReport'],
      values: { ...visit, isCompliant: passed, failReason, nextAction },
    },
  ]
}
