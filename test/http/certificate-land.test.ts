import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectToPlane } from '#domain/map/plane'
import { type World, world } from '../builders/world.ts'

let market: World
let number: string
let project: { id: string; latitude: number; longitude: number }
beforeAll(async () => {
  market = await world()
  const { db } = market.store
  // A development whose units come from one project with a boundary.
  const found = await db
    .selectFrom('certificate')
    .innerJoin('credit', 'credit.requirementId', 'certificate.subjectId')
    .innerJoin('siteBoundary', 'siteBoundary.projectId', 'credit.projectId')
    .innerJoin('project', 'project.id', 'credit.projectId')
    .select(['certificate.number', 'project.id', 'project.latitude', 'project.longitude'])
    .where('certificate.state', '=', 'Current')
    .where('project.latitude', 'is not', null)
    .where(eb =>
      eb(
        eb
          .selectFrom('credit as other')
          .select(({ fn }) => fn.count<number>('other.projectId').distinct().as('projects'))
          .whereRef('other.requirementId', '=', 'certificate.subjectId'),
        '=',
        1,
      ),
    )
    .orderBy('certificate.number')
    .executeTakeFirstOrThrow()
  number = found.number
  project = { id: found.id, latitude: Number(found.latitude), longitude: Number(found.longitude) }
})
afterAll(() => market.close())

const tell = async (placePrecision: 'exact' | 'square' | 'catchment') => {
  const { db } = market.store
  await db.updateTable('market').set({ placePrecision: 'catchment' }).execute()
  await db.updateTable('project').set({ placePrecision }).where('id', '=', project.id).execute()
  const { status, body } = await market.stranger.send(`/certificates/${number}`)
  expect(status).toBe(200)
  return String(body).split('class="paper-land"')[1]!.split('</section>')[0]!
}

it('a certificate shows the boundary of the land where its owner publishes the exact place', async () => {
  const part = await tell('exact')
  expect(part).toContain('Where the land is')
  expect(part).toContain('class="map-inset"')
  expect(part).toContain('class="spot-site"')
  expect(part).toContain('It is not part of the signed certificate.')
})

it.each(['square', 'catchment'] as const)(
  'a certificate shows the land only as a %s where its owner publishes no more',
  async precision => {
    const part = await tell(precision)
    expect(part).not.toContain('spot-site')
    expect(part).toContain('spot-near')
    expect(part).toContain(`href="/register/projects/${project.id}"`)
    const [, x, y] = /class="spot"[^>]*><g transform="translate\(([-\d.]+) ([-\d.]+)\)/.exec(part) ?? []
    const exact = projectToPlane(project)
    const [apartX, apartY] = [Math.abs(Number(x) - exact.x), Math.abs(Number(y) - exact.y)]
    expect(Math.max(apartX, apartY)).toBeGreaterThan(0.05)
  },
)
