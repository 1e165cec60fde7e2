import { describe, expect, it } from 'vitest'
import { confirm, file, money, password, text } from '../kit/fields.ts'
import { draftOf, isNothing, keptOf, withDraft } from './draft.ts'

const fields = {
  name: text('Name'),
  offer: money('Offer'),
  plan: file('Plan'),
  code: text('Code', { autocomplete: 'one-time-code' }),
  secret: password('Password', 'current-password'),
  isSure: confirm('I am sure'),
}
const known = { today: '2026-11-22', actorIsOperator: false }

describe('the draft of a form', () => {
  it('holds what differs from the first answers; what was taken away is null', () => {
    const first = { name: 'Fen', offer: 7 }
    expect(draftOf(fields, first, { name: 'Fen', offer: undefined })).toEqual({
      values: { offer: null },
      files: {},
    })
    expect(isNothing(draftOf(fields, first, { ...first, plan: undefined }))).toBe(true)
  })

  it('holds no password, no code, no confirmation and nothing that is not asked', () => {
    const answers = { name: 'Fen', secret: 'x', code: '123456', isSure: true, toString: 1, other: 2 }
    expect(draftOf(fields, {}, answers).values).toEqual({ name: 'Fen' })
    expect(keptOf(fields, { values: answers, files: { secret: 'x', plan: 'plan.pdf' } })).toEqual({
      values: { name: 'Fen' },
      files: { plan: 'plan.pdf' },
    })
  })

  it('names a file that was only picked, and keeps one that was uploaded', () => {
    const uploaded = { id: 'U1', name: 'plan.pdf' }
    expect(draftOf(fields, {}, { plan: { ...uploaded, file: {} } })).toEqual({
      values: {},
      files: { plan: 'plan.pdf' },
    })
    expect(draftOf(fields, {}, { plan: uploaded })).toEqual({ values: { plan: uploaded }, files: {} })
  })

  it('stands in place of the first answers, and the others are those of today', () => {
    const draft = { values: { name: null, other: 1 }, files: {} }
    expect(withDraft({ fields }, { name: 'Fen', offer: 8 }, draft, known)).toEqual({ name: null, offer: 8 })
  })
})
