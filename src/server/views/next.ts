import { project as projectNoun } from '#contract/project'
import { requirement as requirementNoun } from '#contract/requirement'
import { checkAddress } from '#contract/registration'
import { round as roundNoun } from '#contract/round'
import { waitingText } from '#contract/steps/index'
import { type ActionName, wizards } from '#actions/index'
import { awaitedStep, findStep, isToDo, stepsIn } from '#actions/steps'
import { type Actor, isOperator } from '#domain/actor'
import { type Day, marketDayOf, showDay, within } from '#domain/dates'
import { type Participation, takesPart } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { type Round, windowOf } from '#domain/round'
import type { Service } from '#domain/service'
import type { NextThing, AvailableAction } from '#contract/resource'
import { announcedFor } from './step-clock.ts'
import { waitOf } from './waits.ts'

/** A draft that was left half way goes on in the wizard; it is registered where its answers are checked. */
const draftLink = (kind: Registered, subject: { id: string }, action: string, link: string): string => {
  if (action === 'Register') return checkAddress(kind, subject)
  const walk = wizards.find(one => one.steps.some(step => step.on === kind && step.name === action))
  return walk ? `${link}?wizard=${walk.name}` : link
}

/** The kinds of things that are registered in a round. */
type Registered = 'project' | 'requirement'

/** The steps that come next for a thing, as far as they are offered. */
const offeredSteps = (
  kind: Registered | 'round',
  subject: { id: string; status: string },
  actions: readonly AvailableAction[],
  link: string,
  by: Day | null = null,
): NextThing[] =>
  stepsIn(kind, subject.status).flatMap((step): NextThing[] => {
    const { text, detail } = step.again?.[subject.status] ?? step
    const isDue = text !== undefined && isToDo(step, subject)
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

/** What surrounds a project or requirement: its round, the day, and how its owner takes part there. */
export interface Around {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
}

/** The last day on which its owner can do what comes next, where the card of that step gives one. */
const endOf = (kind: Registered, subject: Project | Requirement, { round, today }: Around): Day | null => {
  const step = awaitedStep(kind, subject.status)
  if (step?.turn !== 'owner') return null
  if (step.due === 'redemption' && 'redemptionDate' in subject) return subject.redemptionDate
  if (step.due === 'bidsClose')
    return round?.status === 'OpenForBidsAndOffers' && round.bidsClose !== null
      ? marketDayOf(round.bidsClose)
      : null
  const end = step.due === 'projectsEnd' || step.due === 'requirementsEnd' ? round?.[step.due] : null
  return end && end >= today ? end : null
}

/** What its owner waits for where there is nothing to do. */
const waitingOn = (
  kind: Registered,
  subject: { id: string; status: string },
  around: Around,
  link: string,
  reader: Actor,
): NextThing[] => {
  if (isOperator(reader) || reader.lpaId !== null) return []
  const text = waitOf(kind, subject.status, waitingText(kind, subject.status), around)
  return text ? [{ text, detail: null, link, action: null, on: { kind, id: subject.id } }] : []
}

/** What this reader should do next on a project, or what it waits for. */
export const nextForProject = (
  project: Project,
  services: readonly Service[],
  around: Around,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextThing[] => {
  const link = projectNoun.page(project)
  const by = endOf('project', project, around)
  const withServices = { ...project, services }
  const steps = offeredSteps('project', withServices, actions, link, by)
  return steps.length > 0 ? steps : waitingOn('project', project, around, link, reader)
}

/** What this reader should do next on a credit requirement, or what it waits for. */
export const nextForRequirement = (
  requirement: Requirement,
  around: Around,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextThing[] => {
  const link = requirementNoun.page(requirement)
  const by = endOf('requirement', requirement, around)
  const steps = offeredSteps('requirement', requirement, actions, link, by)
  return steps.length > 0 ? steps : waitingOn('requirement', requirement, around, link, reader)
}

const TAKING_PART = 'RegisterAsParticipant' satisfies ActionName<'round'>
const CLOSING = 'Close' satisfies ActionName<'round'>

/** What a participant registers in a round, by which action of its own, and in which capacities. */
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

/** How many things somebody has in a round. */
type Has = Readonly<Record<keyof typeof ADDING, number>>

/** Until something is added, and as long as the window in which it can be registered has not closed. */
const adding = (round: Round, today: Day, present: readonly Participation[], has: Has): NextThing[] =>
  (['projects', 'requirements'] as const).flatMap(kind => {
    const { called, action, capacities } = ADDING[kind]
    const its = present.filter(one => capacities.some(capacity => capacity === one.capacity))
    const window = windowOf(round, kind)
    const { start, end } = window
    const [first] = its
    if (!first || has[kind] > 0 || start === null || end === null || today > end) return []
    const text = !within(today, window)
      ? `Prepare your ${called}: they can be registered from ${showDay(start)}`
      : its.some(one => one.status === 'Registered')
        ? `Register your ${called} while registration is open`
        : `The market operator is checking your registration; you can prepare your ${called} already`
    const on = { kind: 'organisation' as const, id: first.organisationId }
    return [{ text, detail: null, by: end, link: '/', action, on }]
  })

/** Is it done at a time that has been announced, on a day that is still to come? */
const isByItself = (action: string | null, round: Round, today: Day): boolean => {
  const time = announcedFor(findStep('round', action), round)
  return time !== null && today < marketDayOf(time)
}

/** The last day on which anything can be registered. */
const lastDayOf = (round: Round): Day | undefined =>
  (['suppliers', 'buyers', 'projects', 'requirements'] as const)
    .flatMap(name => windowOf(round, name).end ?? [])
    .toSorted()
    .at(-1)

/**
 * What this reader should do next on a market round, in which those for whom it acts take part like this and have so many
 * things; `takePartBy` is until when one of them should take part that does not yet and could trade there.
 */
export const nextForRound = (
  round: Round,
  actions: readonly AvailableAction[],
  {
    own,
    has,
    takePartBy,
    today,
  }: { own: readonly Participation[]; has: Has; takePartBy: Day | undefined; today: Day },
): NextThing[] => {
  const link = round.status === 'Matched' ? `${roundNoun.page(round)}/review` : roundNoun.page(round)
  const last = lastDayOf(round)
  const steps = offeredSteps('round', round, actions, link)
    .filter(({ action }) => action !== TAKING_PART || takePartBy !== undefined)
    .filter(({ action }) => !isByItself(action, round, today))
    .map(step => {
      if (step.action === TAKING_PART && takePartBy !== undefined) return { ...step, by: takePartBy }
      const isClosing = step.action === CLOSING && last !== undefined
      return isClosing
        ? { ...step, detail: `Its last window ends on ${showDay(last)}. ${step.detail}` }
        : step
    })
  const present = own.filter(one => one.roundId === round.id && takesPart(one))
  return round.status === 'Open' && present.length > 0
    ? [...steps, ...adding(round, today, present, has)]
    : steps
}
