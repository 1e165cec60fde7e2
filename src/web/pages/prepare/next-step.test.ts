import { expect, it } from 'vitest'
import type { Preparation, Task } from '#contract/preparation'
import { nextStep } from './next-step.ts'

const aTask = (id: string, state: Task['state']): Task => ({
  ...{ id, title: id, purpose: null, state, missing: [], why: null, action: id, answers: [], templates: [] },
  on: { kind: 'project', id: 'P1' },
})
const prepared = (tasks: Task[], registering: Partial<Preparation['registering']> = {}): Preparation => ({
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

it('the next step of a draft is the first task that is left, whatever is optional', () => {
  const tasks = [
    aTask('SetBoundary', 'optional'),
    aTask('SetLocation', 'done'),
    aTask('SetLandholderInfo', 'to do'),
  ]
  expect(nextStep(PROJECT, prepared(tasks), actions)?.id).toBe('SetLandholderInfo')
})

it('once all tasks are done it is checking the answers, on their page', () => {
  const step = nextStep(PROJECT, prepared([aTask('SetLocation', 'done')]), actions)
  expect(step).toMatchObject({ label: 'Check your answers and register' })
  expect(step?.navigatesTo).toMatch(/^\/projects\/P1\/./)
})

it('there is none where it is too late, though tasks are left', () => {
  const late = prepared([aTask('SetLocation', 'to do')], { action: null, end: '2020-01-01' })
  expect(nextStep(PROJECT, late, actions)).toBeUndefined()
  const early = prepared([aTask('SetLocation', 'to do')], { action: null, end: '9999-01-01' })
  expect(nextStep(PROJECT, early, actions)?.id).toBe('SetLocation')
})

it('there is none where nothing can be done', () => {
  const over = prepared([aTask('SetLocation', 'done')], { action: null, state: 'cannot start yet' })
  expect(nextStep(PROJECT, over, actions)).toBeUndefined()
})
