import type { Day } from '#domain/dates'
import { creditSteps } from './credits.ts'
import { deliverySteps } from './delivery.ts'
import { organisationSteps } from './people.ts'
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
