import type { DemonstrationCalendar, DemonstrationStep } from './step.ts'

const FAILURE = 'failure-P402'

/** A wetland that silted up: its failure is confirmed, and the reserve replaces the units of the development that relied on it. */
export const demonstrationCaseSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const onCase = { by: 'operator', kind: 'case', subjectId: FAILURE } as const
  return [
    {
      ...{ at: calendar.at(-48, 75), by: 'operator', kind: 'project', subjectId: 'P402' },
      ...{ action: 'ReportConcern', ids: [FAILURE] },
      values: {
        type: 'DeliveryFailure',
        since: calendar.day(-52),
        what: 'The winter flood filled most of the wetland with silt. Only one cell still holds water.',
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-41, 120), action: 'Confirm' },
      values: {
        reason: 'Inspected with the owner: one cell of four is left, and the others cannot be dug out.',
        failedSince: calendar.day(-52),
        services: [{ id: 'P402-V1', left: 20 }],
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-34, 95), action: 'DrawOnReserve' },
      values: {
        reason: 'The owner cannot restore the wetland, and the reserve has units in the same river.',
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-30, 40), action: 'Close' },
      values: {
        outcome: 'Lost',
        reason: 'The units that failed are replaced, and one cell stays in service.',
      },
    },
  ]
}
