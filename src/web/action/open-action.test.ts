import { describe, expect, it } from 'vitest'
import { actionAt, formUrl } from './open-action.ts'

describe('the next action of an answer', () => {
  it('the next action is opened where its link points, in the same wizard', () => {
    const next = actionAt({
      id: 'SetBuyerCredits',
      links: { self: '/api/requirement/5/action/SetBuyerCredits?wizard=NewRequirement' },
    })
    expect(next).toEqual({ id: 'SetBuyerCredits', on: 'requirement/5', wizard: 'NewRequirement' })
    expect(formUrl(next)).toBe('/api/requirement/5/action/SetBuyerCredits?wizard=NewRequirement')
  })

  it('the next action may be named by its subject alone', () => {
    expect(actionAt({ id: 'SetOffer', links: { self: '/api/project/17' } })).toEqual({
      id: 'SetOffer',
      on: 'project/17',
      wizard: null,
    })
  })
})
