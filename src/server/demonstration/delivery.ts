import type { ActionName } from '#actions/index'
import { OPERATOR } from './people.ts'
import { diaryOf } from './rounds.ts'
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

// The others of the pilot are not chosen by its own match, whatever their table says of them.
const DELIVERED = ['Monitoring']

/** What the operator did with the projects that the pilot round sold: agreements, verification and checks. */
export const deliverySteps = (calendar: Calendar): Step[] => {
  const rounds = new Map(rowsOf('demo_rounds').map(round => [cell(round, 'roundId'), round]))
  return rowsOf('demo_projects')
    .filter(row => DELIVERED.includes(cell(row, 'status')))
    .flatMap((row, index) => {
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'project'>,
        more: StepDetails,
      ): Step => ({
        at: calendar.at(offset, 120 + index * 8 + minute),
        by: OPERATOR,
        kind: 'project',
        subjectId: cell(row, 'projectId'),
        action,
        values: {},
        ...more,
      })
      const settled = diaryOf(rounds.get(cell(row, 'roundId')) ?? {}).biddingClosed + 10
      return [
        step(settled + 14, 0, 'SetNatureBasedAgreement', { documents: ['natureBasedAgreement'] }),
        ...(row.isFixedTerm === 'true'
          ? []
          : [step(settled + 14, 1, 'SetSection106Agreement', { documents: ['section106Agreement'] })]),
        step(settled + 21, 0, 'Contract', { values: { confirmed: true } }),
        ...rowsOf('demo_checks')
          .filter(check => check.projectId === row.projectId)
          .map(check => step(offsetOf(check, 'offsetDays'), 0, ...checked(calendar, check))),
      ]
    })
}

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
