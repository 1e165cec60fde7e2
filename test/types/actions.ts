/* Slips that the compiler must refuse: each would have compiled, and no test would have noticed. */
import { findAction, type ActionName } from '#actions/index'
import { action, save } from '#actions/kit/action'
import { create, mail, update } from '#actions/kit/changes'
import { money, text } from '#actions/kit/fields'
import { operator } from '#actions/kit/who'
import type { Step } from '#server/views/steps'
import type { Person, Subject } from '../builders/world.ts'

const subject = { id: '17' }
const common = { on: 'project', title: 'Paint', who: [operator] } as const

/** The name of an action, where something comes next on a project. */
export const steps: readonly Step<'project'>[] = [
  { in: ['Certified'], action: 'SetCosts', text: 'Set the costs' },
  // @ts-expect-error: there is no action SetCots
  { in: ['Certified'], action: 'SetCots', text: 'Set the costs' },
  // @ts-expect-error: a bid is set on a requirement
  { in: ['Certified'], action: 'SetBid', text: 'Make a bid' },
  // @ts-expect-error: there is no status Certifed
  { in: ['Certifed'], action: 'SetCosts', text: 'Set the costs' },
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
