import { expect, it } from 'vitest'
import type { NextThing } from '#contract/resource'
import { buttonsOf, nextFirst } from './next-first.ts'

const actions = ['RegisterAsParticipant', 'Comment', 'Update'].map(id => ({ id, title: id, label: id }))
const aStep = (action: string): NextThing => ({
  text: action,
  detail: null,
  link: '/markets/M1/round/R1',
  action,
  on: { kind: 'round', id: 'R1' },
})
const buttonsFor = (next: NextThing[]): string[] =>
  nextFirst(actions, next)
    .slice(0, buttonsOf(actions, next))
    .map(({ id }) => id)

it('joining a round is its main button where that is what to do next', () => {
  expect(buttonsFor([aStep('RegisterAsParticipant')])[0]).toBe('RegisterAsParticipant')
})

it('joining is no button of a round for whoever need not join it', () => {
  expect(buttonsFor([aStep('RegisterNewProject')])).not.toContain('RegisterAsParticipant')
  const [joining] = actions
  expect(buttonsOf([joining!], [])).toBe(0)
})
