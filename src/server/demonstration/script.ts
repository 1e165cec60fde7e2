import type { Day } from '#domain/dates'
import { creditSteps } from './credits.ts'
import { deliverySteps } from './delivery.ts'
import { organisationSteps, userFor } from './people.ts'
import { projectSteps } from './projects.ts'
import { requirementSteps } from './requirements.ts'
import { foundedOn, participationSteps, roundSteps } from './rounds.ts'
import { type Calendar, calendarFrom, type Step } from './step.ts'

/** Everything that everybody did in the demonstration market, in the order of time. */
export const demonstrationScript = (today: Day): Step[] => {
  const calendar = calendarFrom(today)
  return [
    ...organisationSteps(calendar, foundedOn()),
    ...roundSteps(calendar),
    ...participationSteps(calendar),
    ...projectSteps(calendar),
    ...requirementSteps(calendar),
    ...deliverySteps(calendar),
    ...creditSteps(calendar),
    waitingProposal(calendar),
    ...evidenceSteps(calendar),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What waits for a second person: another operator looks at the documents and approves it, or declines. */
const waitingProposal = (calendar: Calendar): Step => ({
  at: calendar.at(-1, 90),
  by: 'operator',
  kind: 'requirement',
  subjectId: 'R004',
  action: 'AllocateRights',
  values: { confirmed: true },
  reason: 'The agreement and the certificate are filed, and every project is contracted.',
})

/** What a planning authority asked a project to show: once it was supplied in time, and once it is waited for. */
const evidenceSteps = (calendar: Calendar): Step[] => {
  const onIt = { kind: 'project', subjectId: 'P404' } as const
  const asks = (offset: number, id: string, what: string, due: number): Step => ({
    ...onIt,
    at: calendar.at(offset, 200),
    by: 'lpa.winchester',
    action: 'AskForEvidence',
    ids: [id],
    values: { what, due: calendar.day(due) },
  })
  return [
    asks(-58, 'evidence-1', 'The readings of the flow meter of the last twelve months', -30),
    {
      ...onIt,
      at: calendar.at(-41, 130),
      by: userFor('SU17'),
      action: 'SupplyEvidence',
      values: { request: 'evidence-1', note: 'Read on the first of each month.' },
      documents: ['evidence'],
    },
    asks(-9, 'evidence-2', 'Photographs of both beds with their planting', 19),
  ]
}
