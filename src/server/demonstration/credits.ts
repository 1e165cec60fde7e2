import type { ActionName } from '#actions/index'
import { OPERATOR, userFor } from './people.ts'
import { diaryOf } from './rounds.ts'
import { cell, offsetOf, rowsOf, type Calendar, type Step, type StepDetails } from './step.ts'

// How far a requirement has come since its rights were created. Permanent credits that a buyer has redeemed stay so.
const LIFE = ['RightsCreated', 'RightsAllocated', 'CreditsIssued', 'CreditsRedeemed'] as const
const lifeOf = (status: string): number =>
  LIFE.findIndex(one => one === (status === 'Retired' ? 'CreditsRedeemed' : status))

// The tables let these win too, but the pilot's own match does not: what they bid does not pay for a second project.
const LOST = 'both'

/** What became of the credits that the pilot round sold: agreements, rights, issue and redemption. */
export const creditSteps = (calendar: Calendar): Step[] => {
  const rounds = new Map(rowsOf('demo_rounds').map(round => [cell(round, 'roundId'), round]))
  return rowsOf('demo_requirements')
    .filter(row => lifeOf(cell(row, 'status')) >= 0 && row.nutrientType !== LOST)
    .flatMap((row, index) => {
      const life = lifeOf(cell(row, 'status'))
      const settled = diaryOf(rounds.get(cell(row, 'roundId')) ?? {}).biddingClosed + 10
      const verified = Math.min(
        ...rowsOf('demo_checks')
          .filter(({ kind }) => kind === 'Verification')
          .map(check => offsetOf(check, 'offsetDays')),
      )
      const step = (
        offset: number,
        minute: number,
        action: ActionName<'requirement'>,
        more: StepDetails = {},
      ): Step => ({
        at: calendar.at(offset, 240 + index * 8 + minute),
        by: OPERATOR,
        kind: 'requirement',
        subjectId: cell(row, 'requirementId'),
        action,
        values: { confirmed: true },
        ...more,
      })
      return [
        step(settled + 30, 0, 'SetCreditSupplyAgreement', { documents: ['file'] }),
        step(settled + 35, 0, 'SetCreditAllocationCertificate', {
          documents: ['file'],
          values: { date: calendar.day(settled + 35) },
        }),
        ...(life < 1 ? [] : [step(settled + 40, 0, 'AllocateRights')]),
        ...(life < 2 ? [] : [step(verified + 5, 0, 'IssueCredits')]),
        ...(life < 3
          ? []
          : [
              step(offsetOf(row, 'redemptionOffsetDays') - 5, 0, 'RedeemCredits', {
                by: userFor(cell(row, 'buyerId')),
                documents: ['file'],
              }),
            ]),
      ]
    })
}
