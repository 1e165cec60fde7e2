import type { DemonstrationCalendar, DemonstrationStep } from './step.ts'

const FAILURE = 'failure-P402'
const ERROR = 'error-P407'
const FLOODED = 'failure-P416'

/** Credits that were issued before the deed was registered: they are recalled, and issued again once it is. */
const recallSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const onCase = { by: 'operator', kind: 'case', subjectId: ERROR } as const
  return [
    {
      ...{ at: calendar.at(-18, 75), by: 'operator', kind: 'project', subjectId: 'P407' },
      ...{ action: 'ReportConcern', ids: [ERROR] },
      values: {
        type: 'IssuedInError',
        since: calendar.day(-30),
        what: 'The deed that secures the land was not registered yet when credits were issued.',
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-17, 60), action: 'Confirm' },
      values: { reason: 'The land charge is pending. The credits were issued too early.', services: [] },
    },
    {
      ...{ ...onCase, at: calendar.at(-16, 45), action: 'Recall' },
      values: { credits: 'R413', reason: 'They are issued again once the deed is registered.' },
    },
    {
      ...{ ...onCase, at: calendar.at(-10, 90), action: 'Close' },
      values: { reason: 'The deed is registered, so the credits can be issued again.' },
    },
    {
      ...{ at: calendar.at(-9, 50), by: 'operator', kind: 'requirement', subjectId: 'R413' },
      ...{ action: 'IssueCredits', values: { confirmed: true, ahead: true } },
    },
  ]
}

/** Fields that salt water has spoiled: a fifth of the sold units fail, nothing replaces them, and their buyer is refunded. */
const refundSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const onCase = { by: 'operator', kind: 'case', subjectId: FLOODED } as const
  return [
    {
      ...{ at: calendar.at(-38, 75), by: 'operator', kind: 'project', subjectId: 'P416' },
      ...{ action: 'ReportConcern', ids: [FLOODED] },
      values: {
        type: 'DeliveryFailure',
        since: calendar.day(-45),
        what: 'A spring tide broke through the sea wall, and salt water stands on the two lower fields.',
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-33, 120), action: 'Confirm' },
      values: {
        reason: 'Inspected with the owner: the wall is not repaired, so the lower fields become salt marsh.',
        failedSince: calendar.day(-45),
        services: [{ id: 'P416-V1', left: 97.04 }],
      },
    },
    {
      ...{ ...onCase, at: calendar.at(-26, 45), action: 'Refund' },
      values: {
        requirement: 'R426',
        reason: 'No other units in this catchment can replace those of the lower fields.',
      },
    },
  ]
}

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
    ...recallSteps(calendar),
    ...refundSteps(calendar),
  ]
}
