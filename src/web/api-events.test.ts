import { expect, it } from 'vitest'
import { isAffectedBy } from './api-events.ts'

const change = { kind: 'projectGroup', id: '17' } as const

it.each([
  '/api/project-group/17',
  '/api/project-groups?limit=50',
  '/api/round/3/project-groups',
  '/api/activity?subjectType=projectGroup&subjectId=17',
  '/api/home',
])('a page asks for %s again after a change', url => {
  expect(isAffectedBy(url, change)).toBe(true)
})

it.each(['/api/project-group/18', '/api/projects', '/api/auth/user'])(
  'a page does not ask for %s again after a change elsewhere',
  url => {
    expect(isAffectedBy(url, change)).toBe(false)
  },
)
