import { expect, it } from 'vitest'
import type { NextStep } from '#contract/kit/resource'
import { countActionButtons, sortNextFirst } from './next-first.ts'

const actions = ['RegisterAsParticipant', 'Comment', 'Update'].map(id => ({ id, title: id, label: id }))
const aStep = (action: string): NextStep => ({
  text: action,
  detail: null,
  link: '/markets/M1/round/R1',
  action,
  on: { kind: 'round', id: 'R1' },
})
const buttonsFor = (next: NextStep[]): string[] =>
  sortNextFirst(actions, next)
    .slice(0, countActionButtons(actions, next))
    .map(({ id }) => id)

it('joining is the main button of a round where that is the next step', () => {
  expect(buttonsFor([aStep('RegisterAsParticipant')])[0]).toBe('RegisterAsParticipant')
})

it('joining is not a button of a round for an organisation that need not join', () => {
  expect(buttonsFor([aStep('RegisterNewProject')])).not.toContain('RegisterAsParticipant')
  const [joining] = actions
  expect(countActionButtons([joining!], [])).toBe(0)
})
