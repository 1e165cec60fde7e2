import type { ActionName } from '#actions/index'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import { settlementDay } from './rounds.ts'
import {
  cellText,
  dayOffsetInCell,
  readCsvRows,
  type DemonstrationCalendar,
  type DemonstrationStep,
  type DemonstrationStepDetails,
} from './step.ts'

// Number of steps that a requirement has taken since its rights were created. A retired one was redeemed before.
const lifeOf = (status: string): number => SOLD_REQUIREMENT_STATUSES.findIndex(one => one === status)

/** Steps for the credits that the settled rounds sold: agreements, rights, issue and redemption. */
export const demonstrationCreditSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] =>
  readCsvRows('demo_requirements')
    .filter(row => lifeOf(cellText(row, 'status')) >= 0)
    .flatMap((row, index) => {
      const life = lifeOf(cellText(row, 'status'))
      const settled = settlementDay(cellText(row, 'roundId'))
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'requirement'>,
        more: DemonstrationStepDetails = {},
      ): DemonstrationStep => ({
        at: calendar.at(offset, 240 + index * 4 + minute),
        by: DEMONSTRATION_OPERATOR_USERNAME,
        kind: 'requirement',
        subjectId: cellText(row, 'requirementId'),
        action,
        // Credits for later periods are confirmed to be issued ahead.
        values: { confirmed: true, ahead: true },
        ...more,
      })
      return [
        step(settled + 30, 0, 'SetCreditSupplyAgreement', { documents: ['file'] }),
        step(settled + 35, 0, 'SetCreditAllocationCertificate', {
          documents: ['file'],
          values: { date: calendar.day(settled + 35) },
        }),
        ...(life < 1 ? [] : [step(settled + 40, 0, 'AllocateRights')]),
        ...(life < 2 ? [] : [step(dayOffsetInCell(row, 'issuedOffsetDays'), 0, 'IssueCredits')]),
        ...(life < 3
          ? []
          : [
              step(dayOffsetInCell(row, 'redeemedOffsetDays'), 0, 'RedeemCredits', {
                by: usernameOfOrganisation(cellText(row, 'buyerId')),
                documents: ['file'],
              }),
            ]),
      ]
    })
