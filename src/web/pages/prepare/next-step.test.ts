import { expect, it } from 'vitest'
import type { Preparation, PreparationTask } from '#contract/project/preparation'
import { nextPreparationAction } from './next-step.ts'

const aTask = (id: string, state: PreparationTask['state']): PreparationTask => ({
  ...{ id, title: id, purpose: null, state, missing: [], why: null, action: id, answers: [], templates: [] },
  on: { kind: 'project', id: 'P1' },
})
const prepared = (
  tasks: PreparationTask[],
  registering: Partial<Preparation['registering']> = {},
): Preparation => ({
  tasks,
  registering: {
    ...{ state: 'to do', why: null, action: 'Register', blockedBy: [], start: null, end: null },
    ...registering,
  },
})
const actions = ['SetBoundary', 'SetLocation', 'SetLandholderInfo', 'Register'].map(id => ({
  ...{ id, title: id, label: id },
}))
const PROJECT = { kind: 'project', id: 'P1' } as const

it('the next step of a draft is the first remaining task, ignoring optional ones', () => {
  const tasks = [
    aTask('SetBoundary', 'optional'),
    aTask('SetLocation', 'done'),
    aTask('SetLandholderInfo', 'to do'),
  ]
  expect(nextPreparationAction(PROJECT, prepared(tasks), actions)?.id).toBe('SetLandholderInfo')
})

it('the next step after all tasks is to check the answers, on their page', () => {
  const step = nextPreparationAction(PROJECT, prepared([aTask('SetLocation', 'done')]), actions)
  expect(step).toMatchObject({ label: 'Check your answers and register' })
  expect(step?.navigatesTo).toMatch(/^\/projects\/P1\/./)
})

it('there is no next step when it is too late, although tasks remain', () => {
  const late = prepared([aTask('SetLocation', 'to do')], { action: null, end: '2020-01-01' })
  expect(nextPreparationAction(PROJECT, late, actions)).toBeUndefined()
  const early = prepared([aTask('SetLocation', 'to do')], { action: null, end: '9999-01-01' })
  expect(nextPreparationAction(PROJECT, early, actions)?.id).toBe('SetLocation')
})

it('there is no next step when nothing can be done', () => {
  const over = prepared([aTask('SetLocation', 'done')], { action: null, state: 'cannot start yet' })
  expect(nextPreparationAction(PROJECT, over, actions)).toBeUndefined()
})
