import { statusCard } from '#contract/nouns'
import { project as projectNoun } from '#contract/project'
import { requirement as requirementNoun } from '#contract/requirement'
import { round as roundNoun } from '#contract/round'
import type { ActionName } from '#actions/index'
import { registerNewCreditRequirement as wizard } from '#actions/requirement/register-new-credit-requirement'
import { type Actor, isOperator } from '#domain/actor'
import { type Day, showDay, within } from '#domain/dates'
import { type Participation, takesPart } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { type Round, windowOf } from '#domain/round'
import type { Service } from '#domain/service'
import type { NextThing, AvailableAction } from '#contract/resource'
import { PROJECT_STEPS, REQUIREMENT_STEPS, ROUND_STEPS, type Step, type StepKind } from './steps.ts'
import { waitOf } from './waits.ts'

/** A draft that was left half way goes on in the wizard. */
const isWizards = (action: string): boolean => wizard.steps.some(({ name }) => name === action)

const stepsOf = <K extends StepKind, S extends { id: string; status: string }>(
  kind: K,
  steps: readonly Step<K, S>[],
  subject: S,
  actions: readonly AvailableAction[],
  link: string,
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
      link: subject.status === 'Draft' && isWizards(step.action) ? `${link}?wizard=${wizard.name}` : link,
      action: step.action,
      on: { kind, id: subject.id },
    }))

/** What surrounds a project or requirement: its round, the day, and how its owner takes part there. */
export interface Around {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
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
  const steps = stepsOf('project', PROJECT_STEPS, { ...project, services }, actions, link)
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
  const steps = stepsOf('requirement', REQUIREMENT_STEPS, requirement, actions, link)
  return steps.length > 0 ? steps : waitingOn('requirement', requirement, around, link, reader)
}

const TAKING_PART = 'RegisterAsParticipant' satisfies ActionName<'round'>

/** What a participant adds to a round, by which action on which list, and the window in which it can be registered. */
const ADDING = {
  projects: {
    called: 'projects',
    action: 'CreateProject' satisfies ActionName<'projects'>,
    page: '/projects',
  },
  requirements: {
    called: 'credit requirements',
    action: 'CreateCreditRequirement' satisfies ActionName<'requirements'>,
    page: '/credit-requirements',
  },
} as const

/** Drafts are of use until the window in which they can be registered has closed. */
const adding = (round: Round, today: Day, present: readonly Participation[]): NextThing[] => {
  const kind = present.some(one => one.capacity === 'Supplier') ? 'projects' : 'requirements'
  const { called, action, page } = ADDING[kind]
  const window = windowOf(round, kind)
  const { start, end } = window
  if (start === null || end === null || today > end) return []
  const text = !within(today, window)
    ? `Prepare your ${called}: they can be registered from ${showDay(start)}`
    : present.some(one => one.status === 'Registered')
      ? `Add your ${called} while registration is open`
      : `The market operator is checking your registration; you can add your ${called} already`
  return [{ text, detail: null, link: page, action, on: { kind, id: null } }]
}

/**
 * What this reader should do next on a market round, in which those for whom it acts take part like this; `isAbsent` when
 * one of them does not take part yet, nor has withdrawn.
 */
export const nextForRound = (
  round: Round,
  actions: readonly AvailableAction[],
  { own, isAbsent, today }: { own: readonly Participation[]; isAbsent: boolean; today: Day },
): NextThing[] => {
  const link = round.status === 'Matched' ? `${roundNoun.page(round)}/review` : roundNoun.page(round)
  const steps = stepsOf('round', ROUND_STEPS, round, actions, link).filter(
    step => step.action !== TAKING_PART || isAbsent,
  )
  const present = own.filter(one => one.roundId === round.id && takesPart(one))
  return round.status === 'Open' && present.length > 0 ? [...steps, ...adding(round, today, present)] : steps
}
