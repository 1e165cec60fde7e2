import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrganisationView } from '#contract/people/organisation'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const agencyFor = async (who: string, id = 'agency') => {
  const answer = await world.ask(who, `/api/organisation/${id}`)
  expect([who, answer.statusCode], answer.body).toEqual([who, 200])
  return answer.json<OrganisationView>()
}

describe('the page of an agency', () => {
  it('shows every participant what an agency is and how to reach it', async () => {
    for (const who of ['fay', 'eve', 'bob'])
      expect(await agencyFor(who)).toMatchObject({
        name: 'The agency',
        type: 'AGENT',
        links: { self: '/api/organisation/agency' },
        actions: [],
        users: [],
        companyNumber: null,
        results: [],
      })
  })

  it('shows a participant only its own authorities', async () => {
    const authorities = async (who: string) => (await agencyFor(who)).authorities.map(({ id }) => id)
    expect(await authorities('fay')).toEqual(['auth-1'])
    expect(await authorities('bob')).toEqual([])
  })

  it('hides everything under the agency from participants', async () => {
    for (const url of [
      '/api/activity?subjectType=organisation&subjectId=agency',
      '/api/comments?subjectType=organisation&subjectId=agency',
      '/api/files?ownerType=organisation&ownerId=agency',
      '/api/organisation/agency/action/Comment',
      '/api/organisation/agency/action/InviteUser',
    ]) {
      expect([url, (await world.ask('amy', url)).statusCode]).toEqual([url, 200])
      expect([url, (await world.ask('fay', url)).statusCode]).toEqual([url, 404])
    }
  })

  it('is hidden from planning authorities and other agencies, as participants are from each other', async () => {
    for (const [who, id] of [
      ['sue', 'agency'],
      ['rex', 'agency'],
      ['bob', 'farm'],
      ['fay', 'operator'],
    ] as const)
      expect([who, id, (await world.ask(who, `/api/organisation/${id}`)).statusCode]).toEqual([who, id, 404])
  })

  it('shows everything, including what is under it, to its own people and the operator', async () => {
    for (const who of ['amy', 'olga']) {
      const { links, actions } = await agencyFor(who)
      expect(links.comments).toBeDefined()
      expect(actions.map(({ id }) => id)).toContain('Comment')
    }
  })
})
