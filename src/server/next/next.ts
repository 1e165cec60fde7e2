import { project as projectNoun } from '#contract/project/project'
import { requirement as requirementNoun } from '#contract/requirement/requirement'
import { checkPageAddress } from '#contract/nouns/registration'
import { round as roundNoun } from '#contract/round/round'
import { waitingText } from '#contract/steps/index'
import { type ActionName, WIZARDS } from '#actions/index'
import { awaitedStep, findStep, isStepToDo, nextSteps } from '#actions/steps'
import { type Actor, isOperator } from '#domain/people/actor'
import { type Day, englishDayOf, showDay, isInDayWindow } from '@credit-market/values/dates'
import { type Participation, takesPartInCapacity } from '#domain/round/participation'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { type Round, registrationWindow } from '#domain/round/round'
import type { Service } from '#domain/project/service'
import type { NextStep, AvailableAction } from '#contract/kit/resource'
import { announcedInstantOfStep } from './step-clock.ts'
import { waitingSentence } from './waits.ts'

/** An unfinished draft continues in the wizard; registering happens where its answers are checked. */
const draftLink = (kind: Registered, subject: { id: string }, action: string, link: string): string => {
  if (action === 'Register') return checkPageAddress(kind, subject)
  const walk = WIZARDS.find(one => one.steps.some(step => step.on === kind && step.name === action))
  return walk ? `${link}?wizard=${walk.name}` : link
}

/** Kinds that are registered in a round. */
type Registered = 'project' | 'requirement'

/** The next steps on a subject, as far as the reader can take them. */
const offeredSteps = (
  kind: Registered | 'round',
  subject: { id: string; status: string },
  actions: readonly AvailableAction[],
  link: string,
  by: Day | null = null,
): NextStep[] =>
  nextSteps(kind, subject.status).flatMap((step): NextStep[] => {
    const { text, detail } = step.again?.[subject.status] ?? step.inStatus?.[subject.status] ?? step
    const isDue = text !== undefined && isStepToDo(step, subject)
    if (!isDue || !actions.some(({ id }) => id === step.action)) return []
    const isDraft = kind !== 'round' && subject.status === 'Draft'
    return [
      {
        text,
        detail: detail ?? null,
        ...(by !== null && { by }),
        link: isDraft ? draftLink(kind, subject, step.action, link) : link,
        action: step.action,
        on: { kind, id: subject.id },
      },
    ]
  })

/** Context of a project or requirement: its round, the date, and its owner's participation there. */
export interface NextStepContext {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
}

/** The last date on which the owner can take the next step, if the card of the step gives one. */
const endOf = (
  kind: Registered,
  subject: Project | Requirement,
  { round, today }: NextStepContext,
): Day | null => {
  const step = awaitedStep(kind, subject.status)
  if (step?.turn !== 'owner') return null
  if (step.due === 'redemption' && 'redemptionDate' in subject) return subject.redemptionDate
  if (step.due === 'bidsClose')
    return round?.status === 'OpenForBidsAndOffers' && round.bidsClose !== null
      ? englishDayOf(round.bidsClose)
      : null
  const end = step.due === 'projectsEnd' || step.due === 'requirementsEnd' ? round?.[step.due] : null
  return end && end >= today ? end : null
}

/** The event or person that the owner is waiting for, if there is nothing to do. */
const waitingOn = (
  kind: Registered,
  subject: { id: string; status: string },
  around: NextStepContext,
  link: string,
  reader: Actor,
): NextStep[] => {
  if (isOperator(reader) || reader.lpaId !== null) return []
  const text = waitingSentence(kind, subject.status, waitingText(kind, subject.status), around)
  return text ? [{ text, detail: null, link, action: null, on: { kind, id: subject.id } }] : []
}

/** The reader's next step on a project, or what the project waits for. */
export const nextStepForProject = (
  project: Project,
  services: readonly Service[],
  around: NextStepContext,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextStep[] => {
  const link = projectNoun.page(project)
  const by = endOf('project', project, around)
  const withServices = { ...project, services }
  const steps = offeredSteps('project', withServices, actions, link, by)
  return steps.length > 0 ? steps : waitingOn('project', project, around, link, reader)
}

/** The reader's next step on a credit requirement, or what the requirement waits for. */
export const nextStepForRequirement = (
  requirement: Requirement,
  around: NextStepContext,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextStep[] => {
  const link = requirementNoun.page(requirement)
  const by = endOf('requirement', requirement, around)
  const steps = offeredSteps('requirement', requirement, actions, link, by)
  return steps.length > 0 ? steps : waitingOn('requirement', requirement, around, link, reader)
}

const TAKING_PART = 'RegisterAsParticipant' satisfies ActionName<'round'>
const CLOSING = 'Close' satisfies ActionName<'round'>

/** Items that a participant registers in a round, with the action for each and the capacities that may. */
const ADDING = {
  projects: {
    called: 'projects',
    action: 'RegisterNewProject' satisfies ActionName<'organisation'>,
    capacities: ['Supplier'],
  },
  requirements: {
    called: 'credit requirements',
    action: 'RegisterNewCreditRequirement' satisfies ActionName<'organisation'>,
    capacities: ['Buyer', 'Investor'],
  },
} as const

/** Counts of the reader's items in a round. */
type Has = Readonly<Record<keyof typeof ADDING, number>>

/** Next steps to add items, until there is one and while the window to register them has not closed. */
const adding = (round: Round, today: Day, present: readonly Participation[], has: Has): NextStep[] =>
  (['projects', 'requirements'] as const).flatMap(kind => {
    const { called, action, capacities } = ADDING[kind]
    const its = present.filter(one => capacities.some(capacity => capacity === one.capacity))
    const window = registrationWindow(round, kind)
    const { start, end } = window
    const [first] = its
    if (!first || has[kind] > 0 || start === null || end === null || today > end) return []
    const text = !isInDayWindow(today, window)
      ? `Prepare your ${called}: you can register them from ${showDay(start)}`
      : its.some(one => one.status === 'Registered')
        ? `Register your ${called} while registration is open`
        : `The market operator is checking your registration. You can already prepare your ${called}`
    const on = { kind: 'organisation' as const, id: first.organisationId }
    return [{ text, detail: null, by: end, link: '/', action, on }]
  })

/** True if the round takes this step by itself at an announced time, on a date that is still to come. */
const isByItself = (action: string | null, round: Round, today: Day): boolean => {
  const time = announcedInstantOfStep(findStep('round', action), round)
  return time !== null && today < englishDayOf(time)
}

/** The last date on which anything can be registered. */
const lastDayOf = (round: Round): Day | undefined =>
  (['suppliers', 'buyers', 'projects', 'requirements'] as const)
    .flatMap(name => registrationWindow(round, name).end ?? [])
    .toSorted()
    .at(-1)

/**
 * The reader's next step on a market round, by the participations and counts of the organisations it acts for.
 * `takePartBy` is the last date for one of them to take part, if it does not yet and could trade there.
 */
export const nextStepForRound = (
  round: Round,
  actions: readonly AvailableAction[],
  {
    own,
    has,
    takePartBy,
    today,
  }: { own: readonly Participation[]; has: Has; takePartBy: Day | undefined; today: Day },
): NextStep[] => {
  const link = round.status === 'Matched' ? `${roundNoun.page(round)}/review` : roundNoun.page(round)
  const last = lastDayOf(round)
  const steps = offeredSteps('round', round, actions, link)
    .filter(({ action }) => action !== TAKING_PART || takePartBy !== undefined)
    .filter(({ action }) => !isByItself(action, round, today))
    .map(step => {
      if (step.action === TAKING_PART && takePartBy !== undefined) return { ...step, by: takePartBy }
      const isClosing = step.action === CLOSING && last !== undefined
      return isClosing
        ? { ...step, detail: `The last registration date is ${showDay(last)}. ${step.detail}` }
        : step
    })
  const present = own.filter(one => one.roundId === round.id && takesPartInCapacity(one))
  return round.status === 'Open' && present.length > 0
    ? [...steps, ...adding(round, today, present, has)]
    : steps
}
