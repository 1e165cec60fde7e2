import type { ActionName } from '#actions/index'
import { isContracted, PROJECT_STATUSES } from '#domain/project/project'
import { DEMONSTRATION_OPERATOR_USERNAME } from './people.ts'
import { settlementDay } from './rounds.ts'
import {
  cellText,
  cellOrNull,
  dayOffsetInCell,
  readCsvRows,
  type DemonstrationCalendar,
  type CsvRow,
  type DemonstrationStep,
  type DemonstrationStepDetails,
} from './step.ts'

/** The operator's steps for projects that the settled rounds sold: agreements, verification and checks. */
export const demonstrationDeliverySteps = (calendar: DemonstrationCalendar): DemonstrationStep[] =>
  readCsvRows('demo_projects')
    .filter(row => PROJECT_STATUSES.some(status => status === row.status && isContracted(status)))
    .flatMap((row, index) => {
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'project'>,
        more: DemonstrationStepDetails,
      ): DemonstrationStep => ({
        at: calendar.at(offset, 120 + index * 4 + minute),
        by: DEMONSTRATION_OPERATOR_USERNAME,
        kind: 'project',
        subjectId: cellText(row, 'projectId'),
        action,
        values: {},
        ...more,
      })
      const settled = settlementDay(cellText(row, 'roundId'))
      return [
        step(settled + 14, 0, 'SetNatureBasedAgreement', { documents: ['natureBasedAgreement'] }),
        ...(row.isFixedTerm === 'true'
          ? []
          : [
              step(settled + 14, 1, 'SetSection106Agreement', {
                documents: ['section106Agreement'],
                values: {
                  obligationRef: `DEMO/S106/${cellText(row, 'projectId')}`,
                  gainSiteRef: `BGS-DEMO-${cellText(row, 'projectId')}`,
                },
              }),
            ]),
        step(settled + 21, 0, 'Contract', { values: { confirmed: true } }),
        ...readCsvRows('demo_checks')
          .filter(check => check.projectId === row.projectId)
          .map(check => step(dayOffsetInCell(check, 'offsetDays'), 0, ...checked(calendar, check))),
      ]
    })

/** Days that the owner of a project has to put a failed verification right. */
const DAYS_TO_CURE = 120

const checked = (
  calendar: DemonstrationCalendar,
  row: CsvRow,
): [action: ActionName<'project'>, more: DemonstrationStepDetails] => {
  const visit = {
    date: calendar.day(dayOffsetInCell(row, 'offsetDays')),
    name: cellText(row, 'name'),
    organisation: cellText(row, 'organisation'),
    notes: cellOrNull(row, 'notes'),
  }
  const passed = row.passed === 'true'
  const failReason = cellOrNull(row, 'failReason')
  if (row.kind === 'Verification')
    return [
      'Verify',
      {
        documents: ['verificationReport'],
        values: {
          ...visit,
          ...{ isPass: passed, failReason },
          cureBy: passed ? null : calendar.day(dayOffsetInCell(row, 'offsetDays') + DAYS_TO_CURE),
        },
      },
    ]
  if (row.kind === 'Performance')
    return ['AddPerformanceCheck', { documents: ['performanceReport'], values: visit }]
  const nextAction = row.nextAction && {
    action: row.nextAction,
    date: calendar.day(dayOffsetInCell(row, 'nextActionOffsetDays')),
  }
  return [
    'AddComplianceCheck',
    {
      documents: ['complianceReport'],
      values: { ...visit, isCompliant: passed, failReason, nextAction },
    },
  ]
}
