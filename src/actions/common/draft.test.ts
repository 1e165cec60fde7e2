import { describe, expect, it } from 'vitest'
import { confirm, file, money, password, text } from '../kit/fields.ts'
import { diffFromInitial, isEmptyDraft, storableAnswers, applyDraft } from './draft.ts'

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
  it('holds only answers that differ from the initial ones, with null for removed answers', () => {
    const first = { name: 'Fen', offer: 7 }
    expect(diffFromInitial(fields, first, { name: 'Fen', offer: undefined })).toEqual({
      values: { offer: null },
      files: {},
    })
    expect(isEmptyDraft(diffFromInitial(fields, first, { ...first, plan: undefined }))).toBe(true)
  })

  it('holds no password, code, confirmation or answer to a hidden question', () => {
    const answers = { name: 'Fen', secret: 'x', code: '123456', isSure: true, toString: 1, other: 2 }
    expect(diffFromInitial(fields, {}, answers).values).toEqual({ name: 'Fen' })
    expect(storableAnswers(fields, { values: answers, files: { secret: 'x', plan: 'plan.pdf' } })).toEqual({
      values: { name: 'Fen' },
      files: { plan: 'plan.pdf' },
    })
  })

  it('keeps an uploaded file, and only the name of a file that was just picked', () => {
    const uploaded = { id: 'U1', name: 'plan.pdf' }
    expect(diffFromInitial(fields, {}, { plan: { ...uploaded, file: {} } })).toEqual({
      values: {},
      files: { plan: 'plan.pdf' },
    })
    expect(diffFromInitial(fields, {}, { plan: uploaded })).toEqual({ values: { plan: uploaded }, files: {} })
  })

  it('overrides the initial answers that it changed and no others', () => {
    const draft = { values: { name: null, other: 1 }, files: {} }
    expect(applyDraft({ fields }, { name: 'Fen', offer: 8 }, draft, known)).toEqual({ name: null, offer: 8 })
  })
})
