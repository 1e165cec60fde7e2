/* Mistakes that the compiler must refuse: each would otherwise compile, and no test would fail. */
import { findAction, type ActionName } from '#actions/index'
import { action, saveAnswers } from '#actions/kit/action'
import { create, queueEmail, update } from '#actions/kit/changes'
import { money, text } from '#actions/kit/fields'
import { operator } from '#actions/kit/who'
import type { StepDefinitionsByName } from '#actions/steps'
import type { StepCards } from '#contract/steps/step'
import type { Person, Subject } from '../builders/world.ts'

const subject = { id: '17' }
const common = { on: 'project', title: 'Paint', who: [operator] } as const

/** The name of an action on the card of a next step for a project. */
const cards = <C>(named: C & StepDefinitionsByName<'project', C>) => named
export const typedSteps = [
  cards({ SetCosts: { text: 'Set the costs' } }),
  // @ts-expect-error: there is no action SetCots
  cards({ SetCots: { text: 'Set the costs' } }),
  // @ts-expect-error: a bid is set on a requirement
  cards({ SetBid: { text: 'Make a bid' } }),
]
export const typedStatuses: readonly StepCards<'project'>[] = [
  { SetCosts: { text: 'Set the costs', notIn: { Certified: 'It is early' } } },
  // @ts-expect-error: there is no status Certifed
  { SetCosts: { text: 'Set the costs', notIn: { Certifed: 'It is early' } } },
  // @ts-expect-error: there is no column cost
  { SetCosts: { text: 'Set the costs', fills: 'cost' } },
  // @ts-expect-error: the card has neither the text for the page nor the reason for having none
  { SetCosts: { fills: 'costs' } },
]

/** The name of an action in a look-up or call. */
export const typedActionNames = (person: Person, project: Subject<'project'>, unknown: string) => [
  'AcceptMatch' satisfies ActionName<'round'>,
  findAction('project', 'SetCosts'),
  findAction('project', unknown),
  // @ts-expect-error: there is no action SetCots
  findAction('project', 'SetCots'),
  // @ts-expect-error: there is no action SetCots
  person.does('SetCots', project),
]

/** The facts of an email. */
export const typedEmailFacts = [
  queueEmail('invitation', 'a@example.org', { invitation: '17', organisation: 'Avon Farm', inviter: 'Ada' }),
  // @ts-expect-error: the email has an organisation
  queueEmail('invitation', 'a@example.org', { invitation: '17', organization: 'Avon Farm', inviter: 'Ada' }),
  // @ts-expect-error: there is no such email
  queueEmail('invitaton', 'a@example.org', { invitation: '17', organisation: 'Avon Farm', inviter: 'Ada' }),
]

const painted = { ...common, fields: { colour: text('Colour') } }

/** The columns of an item. */
export const typedItemColumns = [
  update('project', subject, { name: 'Sedge Wetland' }),
  // @ts-expect-error: project has no column colour
  update('project', subject, { colour: 'green' }),
  // @ts-expect-error: project has no column colour
  update('project', subject, { ...{ colour: 'green', name: 'Sedge Wetland' } }),
  // @ts-expect-error: market has no column colour
  create('market', { id: '1', ...{ colour: 'green' } }),
]

/** Answers that are saved as columns of the same names. */
export const typedSavedAnswers = [
  action({ ...common, name: 'Rename', fields: { name: text('Name') }, effect: saveAnswers }),
  // @ts-expect-error: project has no column colour
  action({ ...painted, name: 'Paint', effect: saveAnswers }),
  // @ts-expect-error: name of project has another type
  action({ ...common, name: 'Rename', fields: { name: money('Name') }, effect: saveAnswers }),
]
