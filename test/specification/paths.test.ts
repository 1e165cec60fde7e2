import type { HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../http/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const AUTH: [HTTPMethods, string[]][] = [
  [
    'POST',
    [
      ...['login', 'logout', 'new-password', 'checkTOTP', 'reset-password', 'update-password', 'sign-up'],
      ...['confirm-sign-up', 'resend-confirmation', 'complete-invitation'],
      ...['enableTOTP', 'verifyTOTP', 'disableTOTP'],
    ],
  ],
  ['GET', ['user', 'users', 'password-policy', 'isTOTPEnabled', 'env.js']],
]

const COLLECTIONS = [
  ...['agent-authorities', 'markets', 'rounds', 'round-declarations', 'projects', 'project-groups'],
  ...['requirements', 'requirement-groups', 'credits', 'reserved-credits', 'organisations', 'participations'],
  ...['users', 'project-types', 'standards', 'ncas', 'declarations', 'subcatchments'],
]
const SINGLES = [
  ...['agent-authority', 'market', 'round', 'round-declaration', 'project', 'project-group', 'requirement'],
  ...['requirement-group', 'reserved-credit', 'organisation', 'participation', 'user', 'location', 'file'],
  ...['activity-item', 'project-type', 'standard', 'nca', 'declaration', 'subcatchment'],
]
const UNDER: Record<string, string[]> = {
  round: [
    ...['summary', 'standards', 'project-types', 'ncas', 'lpas', 'subcatchments', 'match', 'match-review'],
    ...['unmatched-projects', 'unmatched-requirements'],
  ],
  project: ['compliance', 'performance', 'screening', 'certification', 'verification'],
  requirement: ['supply'],
  standard: ['versions'],
}
const ACTED_ON = [
  ...['agent-authority', 'market', 'round', 'project', 'project-group', 'requirement', 'requirement-group'],
  ...[
    'organisation',
    'participation',
    'user',
    'project-type',
    'standard',
    'nca',
    'declaration',
    'subcatchment',
  ],
]

const isServed = (method: HTTPMethods, url: string) => world.app.hasRoute({ method, url })

describe('every call of the specification, section 7, is served', () => {
  it('every call of the specification to sign in and keep an account is served', () => {
    for (const [method, paths] of AUTH)
      for (const path of paths)
        expect([method, path, isServed(method, `/api/auth/${path}`)]).toEqual([method, path, true])
  })

  it('every call of the specification to read lists, single things and what is under them is served', () => {
    const paths = [
      ...COLLECTIONS,
      ...SINGLES.map(path => `${path}/:id`),
      ...Object.entries(UNDER).flatMap(([of, parts]) => parts.map(part => `${of}/:id/${part}`)),
      ...['files', 'activity', 'comments', 'search/:term', 'solver/task/:id'],
    ]
    for (const path of paths) expect([path, isServed('GET', `/api/${path}`)]).toEqual([path, true])
    for (const path of ['ncas', 'lpas', 'credits/type', 'subcatchments'])
      expect([path, isServed('GET', `/ref/${path}`)]).toEqual([path, true])
  })

  it('every call of the specification to get the form of an action and to run it is served', () => {
    for (const path of ACTED_ON)
      for (const method of ['GET', 'POST'] as const)
        expect([method, path, isServed(method, `/api/${path}/:id/action/:action`)]).toEqual([
          method,
          path,
          true,
        ])
    for (const path of ['requirements', 'projects', 'rounds', 'organisations'])
      expect([path, isServed('POST', `/api/${path}`)]).toEqual([path, true])
  })

  it('lists take the filters of the specification for registries, shortcomings and settings in use', async () => {
    for (const query of [
      ...['projects?registry=true', 'projects?nonCompliant=true', 'requirements?registry=true'],
      ...['requirements?lateRedemptions=true', 'credits?registry=true', 'standards?active=true'],
      ...['organisations?type=PARTICIPANT', 'projects?nca=NCA142&lpa=Somerset&marketRoundId=bidding'],
      'reserved-credits?marketId=levels&creditStatus=Issued&creditType=Biodiversity',
    ])
      expect([query, (await world.ask('olga', `/api/${query}`)).statusCode]).toEqual([query, 200])
  })

  it('the people of /api/auth/users are those of /api/users', async () => {
    const { statusCode, headers } = await world.ask('olga', '/api/auth/users')
    expect([statusCode, headers.location]).toEqual([307, '/api/users'])
  })
})
