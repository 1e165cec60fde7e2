import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicProjectView } from '#contract/public/public-register'
import type { RegisterSearchResults } from '#contract/public/public-register'
import type { ProjectView } from '#contract/project/project'
import type { RequirementView } from '#contract/requirement/requirement'
import { sampleDocument } from '../builders/paper.ts'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
const project = { kind: 'project', id: '' } as const as { kind: 'project'; id: string }
const requirement = { kind: 'requirement', id: '' } as { kind: 'requirement'; id: string }
beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false })
  operator = market.as('operator')
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  const first = (kind: 'project' | 'requirement', status: 'Matched' | 'RightsCreated') =>
    market.store.db
      .selectFrom(kind)
      .select('id')
      .where('roundId', '=', SOMERSET_ROUND.id!)
      .where('status', '=', status as never)
      .orderBy('ordinal')
      .executeTakeFirstOrThrow()
  project.id = (await first('project', 'Matched')).id
  requirement.id = (await first('requirement', 'RightsCreated')).id
})
afterAll(() => market.close())

const whys = async (term: string): Promise<string[]> => {
  const { items } = await operator.get<{ items: { id: string; why: string }[] }>(
    `/api/search/${encodeURIComponent(term)}`,
  )
  return items.map(({ id, why }) => `${id} ${why}`)
}

describe('statutory references', () => {
  it('are refused with an example when they contain invalid characters', async () => {
    const refused = await operator.tries(
      'SetSection106Agreement',
      project,
      { gainSiteRef: 'BGS <1>' },
      sampleDocument('section106Agreement'),
    )
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('such as BGS-010125001')
  })

  it('are kept with the agreement and the certificate, and unchanged when the form leaves them empty', async () => {
    const refs = { gainSiteRef: 'BGS-020226001', obligationRef: 'S106/26/00077' }
    await operator.does('SetSection106Agreement', project, refs, sampleDocument('section106Agreement'))
    await operator.does('SetSection106Agreement', project, {}, sampleDocument('section106Agreement'))
    expect(await operator.get<ProjectView>(`/api/project/${project.id}`)).toMatchObject(refs)
    await operator.does('SetCreditAllocationCertificate', requirement, {
      date: '2026-06-01',
      allocationRef: 'BGS-020226001/A7',
    })
    expect(await operator.get<RequirementView>(`/api/requirement/${requirement.id}`)).toMatchObject({
      allocationRef: 'BGS-020226001/A7',
    })
  })

  it('are found in search and in the public register, which shows them', async () => {
    expect(await whys('020226001')).toEqual(
      expect.arrayContaining([
        `${project.id} Gain site register number BGS-020226001`,
        `${requirement.id} Allocation reference BGS-020226001/A7`,
      ]),
    )
    expect(await whys('S106/26')).toEqual([`${project.id} Covenant or section 106 reference S106/26/00077`])
    const { items } = await market.stranger.get<RegisterSearchResults>(
      '/api/public/registry/search?q=S106%2F26',
    )
    expect(items.map(({ id }) => id)).toEqual([project.id])
    const shown = await market.stranger.get<PublicProjectView>(`/api/public/registry/projects/${project.id}`)
    expect(shown.gainSiteRef).toBe('BGS-020226001')
    const { body } = await operator.send(`/api/projects?id=${project.id}&format=csv`)
    expect(body).toContain('S106/26/00077')
  })
})
