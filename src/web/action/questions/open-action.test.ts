import { describe, expect, it } from 'vitest'
import { parseActionLink, formUrl } from './open-action.ts'

describe('the next action of an answer', () => {
  it('opens where its link points, in the same wizard', () => {
    const next = parseActionLink({
      id: 'SetBuyerCredits',
      links: { self: '/api/requirement/5/action/SetBuyerCredits?wizard=NewRequirement' },
    })
    expect(next).toEqual({ id: 'SetBuyerCredits', on: 'requirement/5', wizard: 'NewRequirement' })
    expect(formUrl(next)).toBe('/api/requirement/5/action/SetBuyerCredits?wizard=NewRequirement')
  })

  it('may be named by its subject alone', () => {
    expect(parseActionLink({ id: 'SetOffer', links: { self: '/api/project/17' } })).toEqual({
      id: 'SetOffer',
      on: 'project/17',
      wizard: null,
    })
  })
})
