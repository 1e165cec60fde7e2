import type { ActionName } from '#actions/index'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import { OPERATOR, userFor } from './people.ts'
import { settledOn } from './rounds.ts'
import { cell, offsetOf, rowsOf, type Calendar, type Step, type StepDetails } from './step.ts'

// How far a requirement has come since its rights were created. What retired was redeemed before.
const lifeOf = (status: string): number => SOLD_REQUIREMENTS.findIndex(one => one === status)

/** What became of the credits that the settled rounds sold: agreements, rights, issue and redemption. */
export const creditSteps = (calendar: Calendar): Step[] =>
  rowsOf('demo_requirements')
    .filter(row => lifeOf(cell(row, 'status')) >= 0)
    .flatMap((row, index) => {
      const life = lifeOf(cell(row, 'status'))
      const settled = settledOn(cell(row, 'roundId'))
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'requirement'>,
        more: StepDetails = {},
      ): Step => ({
        at: calendar.at(offset, 240 + index * 4 + minute),
        by: OPERATOR,
        kind: 'requirement',
        subjectId: cell(row, 'requirementId'),
        action,
        // Of credits that come later it is said that they are issued ahead.
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
        ...(life < 2 ? [] : [step(offsetOf(row, 'issuedOffsetDays'), 0, 'IssueCredits')]),
        ...(life < 3
          ? []
          : [
              step(offsetOf(row, 'redeemedOffsetDays'), 0, 'RedeemCredits', {
                by: userFor(cell(row, 'buyerId')),
                documents: ['file'],
              }),
            ]),
      ]
    })
