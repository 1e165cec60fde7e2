import type { Day } from '@credit-market/values/dates'
import { demonstrationBankSteps } from './bank.ts'
import { demonstrationCaseSteps } from './cases.ts'
import { demonstrationCreditSteps } from './credits.ts'
import { demonstrationDeliverySteps } from './delivery.ts'
import { demonstrationMoneySteps } from './money.ts'
import { demonstrationOrganisationSteps, usernameOfOrganisation } from './people.ts'
import { demonstrationProjectSteps } from './projects.ts'
import { demonstrationQuestionSteps } from './questions.ts'
import { demonstrationRequirementSteps } from './requirements.ts'
import { operatorStartDay, demonstrationParticipationSteps, demonstrationRoundSteps } from './rounds.ts'
import { type DemonstrationCalendar, createDemonstrationCalendar, type DemonstrationStep } from './step.ts'

/** Returns all steps of the demonstration market, in the order of time. */
export const listDemonstrationSteps = (today: Day): DemonstrationStep[] => {
  const calendar = createDemonstrationCalendar(today)
  return [
    ...demonstrationOrganisationSteps(calendar, operatorStartDay()),
    ...demonstrationMoneySteps(calendar, operatorStartDay()),
    ...demonstrationBankSteps(calendar),
    ...demonstrationRoundSteps(calendar),
    ...demonstrationParticipationSteps(calendar),
    ...demonstrationProjectSteps(calendar),
    ...demonstrationRequirementSteps(calendar),
    ...demonstrationDeliverySteps(calendar),
    ...demonstrationCreditSteps(calendar),
    ...demonstrationCaseSteps(calendar),
    ...demonstrationQuestionSteps(calendar),
    reissuedInvoice(calendar),
    waitingProposal(calendar),
    ...evidenceSteps(calendar),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** A proposal that waits for a second person: another operator looks at the documents and approves it, or declines. */
const waitingProposal = (calendar: DemonstrationCalendar): DemonstrationStep => ({
  at: calendar.at(-1, 90),
  by: 'operator',
  kind: 'requirement',
  subjectId: 'R004',
  action: 'AllocateRights',
  values: { confirmed: true },
  reason: 'The agreement and the certificate are filed, and every project has a contract.',
})

/** An invoice that was made out to an old address, and is taken back and issued again. */
const reissuedInvoice = (calendar: DemonstrationCalendar): DemonstrationStep => ({
  at: calendar.at(-12, 60),
  by: 'operator',
  kind: 'invoice',
  subjectId: 'INV-000003',
  action: 'CreditInvoice',
  values: { reason: 'It was made out to the former address of the buyer.', isReissued: true },
})

/** Evidence that a planning authority requested from a project: one request was answered in time, one is open. */
const evidenceSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const onIt = { kind: 'project', subjectId: 'P404' } as const
  const asks = (offset: number, id: string, what: string, due: number): DemonstrationStep => ({
    ...onIt,
    at: calendar.at(offset, 200),
    by: 'lpa.winchester',
    action: 'AskForEvidence',
    ids: [id],
    values: { what, due: calendar.day(due) },
  })
  return [
    asks(-58, 'evidence-1', 'Flow meter readings of the last twelve months', -30),
    {
      ...onIt,
      at: calendar.at(-41, 130),
      by: usernameOfOrganisation('SU17'),
      action: 'SupplyEvidence',
      values: { request: 'evidence-1', note: 'Read on the first of each month.' },
      documents: ['evidence'],
    },
    asks(-9, 'evidence-2', 'Photographs of both beds with their planting', 19),
  ]
}
