/* Slips that the compiler must refuse: each would have compiled, and no test would have noticed. */
import { findAction, type ActionName } from '#actions/index'
import { action, save } from '#actions/kit/action'
import { create, mail, update } from '#actions/kit/changes'
import { money, text } from '#actions/kit/fields'
import { operator } from '#actions/kit/who'
import type { NamedCards } from '#actions/steps'
import type { StepCards } from '#contract/steps/step'
import type { Person, Subject } from '../builders/world.ts'

const subject = { id: '17' }
const common = { on: 'project', title: 'Paint', who: [operator] } as const

/** The name of an action, where something comes next on a project. */
const cards = <C>(named: C & NamedCards<'project', C>) => named
export const steps = [
  cards({ SetCosts: { text: 'Set the costs' } }),
  // @ts-expect-error: there is no action SetCots
  cards({ SetCots: { text: 'Set the costs' } }),
  // @ts-expect-error: a bid is set on a requirement
  cards({ SetBid: { text: 'Make a bid' } }),
]
export const statuses: readonly StepCards<'project'>[] = [
  { SetCosts: { text: 'Set the costs', notIn: { Certified: 'It is early' } } },
  // @ts-expect-error: there is no status Certifed
  { SetCosts: { text: 'Set the costs', notIn: { Certifed: 'It is early' } } },
  // @ts-expect-error: there is no column cost
  { SetCosts: { text: 'Set the costs', fills: 'cost' } },
  // @ts-expect-error: the card says neither what the page names nor why it does not
  { SetCosts: { fills: 'costs' } },
]

/** The name of an action, where it is looked up or done. */
export const names = (person: Person, project: Subject<'project'>, unknown: string) => [
  'AcceptMatch' satisfies ActionName<'round'>,
  findAction('project', 'SetCosts'),
  findAction('project', unknown),
  // @ts-expect-error: there is no action SetCots
  findAction('project', 'SetCots'),
  // @ts-expect-error: there is no action SetCots
  person.does('SetCots', project),
]

/** The facts of a letter. */
export const letters = [
  mail('invitation', 'a@example.org', { invitation: '17', organisation: 'Avon Farm', inviter: 'Ada' }),
  // @ts-expect-error: the letter tells of an organisation
  mail('invitation', 'a@example.org', { invitation: '17', organization: 'Avon Farm', inviter: 'Ada' }),
  // @ts-expect-error: there is no such letter
  mail('invitaton', 'a@example.org', { invitation: '17', organisation: 'Avon Farm', inviter: 'Ada' }),
]

const painted = { ...common, fields: { colour: text('Colour') } }

/** The columns of a thing. */
export const columns = [
  update('project', subject, { name: 'Sedge Wetland' }),
  // @ts-expect-error: colour is no column of project
  update('project', subject, { colour: 'green' }),
  // @ts-expect-error: colour is no column of project
  update('project', subject, { ...{ colour: 'green', name: 'Sedge Wetland' } }),
  // @ts-expect-error: colour is no column of market
  create('market', { id: '1', ...{ colour: 'green' } }),
]

/** Answers that are saved as columns of the same names. */
export const saved = [
  action({ ...common, name: 'Rename', fields: { name: text('Name') }, effect: save }),
  // @ts-expect-error: colour is no column of project
  action({ ...painted, name: 'Paint', effect: save }),
  // @ts-expect-error: name of project holds something else
  action({ ...common, name: 'Rename', fields: { name: money('Name') }, effect: save }),
]
