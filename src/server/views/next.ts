import { statusCard } from '#contract/nouns'
import { project as projectNoun } from '#contract/project'
import { requirement as requirementNoun } from '#contract/requirement'
import { checkAddress } from '#contract/registration'
import { round as roundNoun } from '#contract/round'
import { type ActionName, wizards } from '#actions/index'
import { type Actor, isOperator } from '#domain/actor'
import { type Day, marketDayOf, showDay, within } from '#domain/dates'
import { type Participation, takesPart } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { type Round, windowOf } from '#domain/round'
import type { Service } from '#domain/service'
import type { NextThing, AvailableAction } from '#contract/resource'
import { PROJECT_STEPS, REQUIREMENT_STEPS, ROUND_STEPS, type Step, type StepKind } from './steps.ts'
import { waitOf } from './waits.ts'

/** A draft that was left half way goes on in the wizard; it is registered where its answers are checked. */
const draftLink = (kind: StepKind, subject: { id: string }, action: string, link: string): string => {
  if (kind === 'round') return link
  if (action === 'Register') return checkAddress(kind, subject)
  const walk = wizards.find(one => one.steps.some(step => step.on === kind && step.name === action))
  return walk ? `${link}?wizard=${walk.name}` : link
}

const stepsOf = <K extends StepKind, S extends { id: string; status: string }>(
  kind: K,
  steps: readonly Step<K, S>[],
  subject: S,
  actions: readonly AvailableAction[],
  link: string,
  by: Day | null = null,
): NextThing[] =>
  steps
    .filter(
      step =>
        step.in.some(status => status === subject.status) &&
        (step.when?.(subject) ?? true) &&
        actions.some(action => action.id === step.action),
    )
    .map(step => ({
      text: step.text,
      detail: step.detail ?? null,
      ...(by !== null && { by }),
      link: subject.status === 'Draft' ? draftLink(kind, subject, step.action, link) : link,
      action: step.action,
      on: { kind, id: subject.id },
    }))

/** What surrounds a project or requirement: its round, the day, and how its owner takes part there. */
export interface Around {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
}

/** The last day on which its owner can do what comes next: that of its window while it is prepared, then that on which bids and offers close. */
const endOf = (
  end: Day | null | undefined,
  { status }: { status: string },
  { round, today }: Around,
): Day | null => {
  if (status === 'Draft') return end && end >= today ? end : null
  const isAwaited = status === 'ApprovedRound' || status === 'Registered'
  return isAwaited && round?.status === 'OpenForBidsAndOffers' && round.bidsClose !== null
    ? marketDayOf(round.bidsClose)
    : null
}

/** What its owner waits for where there is nothing to do. */
const waitingOn = <K extends 'project' | 'requirement'>(
  kind: K,
  subject: { id: string; status: string },
  around: Around,
  link: string,
  reader: Actor,
): NextThing[] => {
  if (isOperator(reader) || reader.lpaId !== null) return []
  const text = waitOf(kind, subject.status, statusCard(kind, subject.status)?.waitsFor, around)
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
  const by = endOf(around.round?.projectsEnd, project, around)
  const steps = stepsOf('project', PROJECT_STEPS, { ...project, services }, actions, link, by)
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
  const by =
    requirement.status === 'CreditsIssued'
      ? requirement.redemptionDate
      : endOf(around.round?.requirementsEnd, requirement, around)
  const steps = stepsOf('requirement', REQUIREMENT_STEPS, requirement, actions, link, by)
  return steps.length > 0 ? steps : waitingOn('requirement', requirement, around, link, reader)
}

const TAKING_PART = 'RegisterAsParticipant' satisfies ActionName<'round'>
const CLOSING = 'Close' satisfies ActionName<'round'>
const OPENING_BIDS = 'OpenBidsAndOffers' satisfies ActionName<'round'>
const CLOSING_BIDS = 'CloseBidsAndOffers' satisfies ActionName<'round'>

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
const isByItself = (action: string | null, { bidsOpen, bidsClose }: Round, today: Day): boolean => {
  const time = action === OPENING_BIDS ? bidsOpen : action === CLOSING_BIDS ? bidsClose : null
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
  const steps = stepsOf('round', ROUND_STEPS, round, actions, link)
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
