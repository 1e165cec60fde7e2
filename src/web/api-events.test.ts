import { describe, expect, it } from 'vitest'
import { speaksOf } from './api-events.ts'

describe('when something has changed', () => {
  const changed = { kind: 'projectGroup', id: '17' }

  it.each([
    '/api/project-group/17',
    '/api/project-groups?limit=50',
    '/api/round/3/project-groups',
    '/api/activity?subjectType=projectGroup&subjectId=17',
    '/api/home',
  ])('%s is asked for again', url => {
    expect(speaksOf(url, changed)).toBe(true)
  })

  it.each(['/api/project-group/18', '/api/projects', '/api/auth/user'])('%s is left alone', url => {
    expect(speaksOf(url, changed)).toBe(false)
  })
})
