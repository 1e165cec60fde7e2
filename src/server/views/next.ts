import { statusCard } from '#contract/nouns'
import { project as projectNoun } from '#contract/project'
import { requirement as requirementNoun } from '#contract/requirement'
import { round as roundNoun } from '#contract/round'
import type { ActionName } from '#actions/index'
import { registerNewCreditRequirement as wizard } from '#actions/requirement/register-new-credit-requirement'
import { type Actor, isOperator } from '#domain/actor'
import { showDay } from '#domain/dates'
import { type Participation, takesPart } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { Round } from '#domain/round'
import type { Service } from '#domain/service'
import type { NextThing, AvailableAction } from '#contract/resource'
import { PROJECT_STEPS, REQUIREMENT_STEPS, ROUND_STEPS, type Step, type StepKind } from './steps.ts'

/** A draft that was left half way goes on in the wizard. */
const isWizards = (action: string): boolean => wizard.steps.some(({ name }) => name === action)

const stepsOf = <K extends StepKind, S extends { status: string }>(
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
    }))

const waitingFor = (text: string | undefined, link: string, reader: Actor): NextThing[] =>
  text && !isOperator(reader) && reader.lpaId === null ? [{ text, detail: null, link, action: null }] : []

/** What this reader should do next on a project, or what it waits for. */
export const nextForProject = (
  project: Project,
  services: readonly Service[],
  round: Round | undefined,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextThing[] => {
  const link = projectNoun.page(project)
  const steps = stepsOf(PROJECT_STEPS, { ...project, services }, actions, link)
  if (steps.length > 0) return steps
  const wait =
    project.status === 'Draft'
      ? draftWait('projects', round)
      : statusCard('project', project.status)?.waitsFor
  return waitingFor(wait, link, reader)
}

const draftWait = (what: 'projects' | 'requirements', round: Round | undefined): string | undefined => {
  const opens = round?.[`${what}Start`]
  const usual = (what === 'projects' ? projectNoun : requirementNoun).statuses.Draft.waitsFor
  return opens ? `${usual} (from ${showDay(opens)})` : usual
}

/** What this reader should do next on a credit requirement, or what it waits for. */
export const nextForRequirement = (
  requirement: Requirement,
  round: Round | undefined,
  actions: readonly AvailableAction[],
  reader: Actor,
): NextThing[] => {
  const link = requirementNoun.page(requirement)
  const steps = stepsOf(REQUIREMENT_STEPS, requirement, actions, link)
  if (steps.length > 0) return steps
  const wait =
    requirement.status === 'Draft'
      ? draftWait('requirements', round)
      : statusCard('requirement', requirement.status)?.waitsFor
  return waitingFor(wait, link, reader)
}

const TAKING_PART = 'RegisterAsParticipant' satisfies ActionName<'round'>

/** What this reader should do next on a market round in which its organisation takes part like this. */
export const nextForRound = (
  round: Round,
  actions: readonly AvailableAction[],
  reader: Actor,
  own: readonly Participation[],
): NextThing[] => {
  const link = round.status === 'Matched' ? `${roundNoun.page(round)}/review` : roundNoun.page(round)
  const present = own.filter(one => one.roundId === round.id && takesPart(one))
  const steps = stepsOf(ROUND_STEPS, round, actions, link).filter(
    step => step.action !== TAKING_PART || !(isOperator(reader) || present.length > 0),
  )
  if (round.status !== 'Open' || present.length === 0) return steps
  const thing = present.some(one => one.capacity === 'Supplier') ? 'projects' : 'credit requirements'
  const text = present.some(one => one.status === 'Registered')
    ? `Add your ${thing} while registration is open`
    : `The market operator is checking your registration; you can add your ${thing} already`
  const page = thing === 'projects' ? '/projects' : '/credit-requirements'
  return [...steps, { text, detail: null, link: page, action: null }]
}
