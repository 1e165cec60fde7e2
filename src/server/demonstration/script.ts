import type { Day } from '#domain/dates'
import { creditSteps } from './credits.ts'
import { deliverySteps } from './delivery.ts'
import { organisationSteps } from './people.ts'
import { projectSteps } from './projects.ts'
import { requirementSteps } from './requirements.ts'
import { foundedOn, participationSteps, roundSteps } from './rounds.ts'
import { calendarFrom, type Step } from './step.ts'

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
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
