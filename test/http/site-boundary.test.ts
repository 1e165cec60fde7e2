import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import type { RequirementView } from '#contract/requirement/requirement'
import { readLastLandCheck } from '#server/sites/check-land'
import { checkCertifiedLand } from '#server/jobs/check-land'
import { readGeoPackageGeometry } from '#server/files/outline/wkb'
import { projectRoot } from '#server/process/places'
import { openSites, type Sites } from './sites.ts'

let world: Sites['world']
let send: Sites['send']
let upload: Sites['upload']
let square: Sites['square']
let draw: Sites['draw']
let read: Sites['read']
let certify: Sites['certify']
beforeAll(async () => {
  ;({ world, send, upload, square, draw, read, certify } = await openSites())
})
afterAll(() => world.close())

it.each([
  ['shape-27700.geojson', 0.3702, 'EPSG:27700'],
  ['shape-27700.zip', 0.3702, 'EPSG:27700'],
  ['geopackage-land-boundary-4326.gpkg', 0.2323, 'EPSG:4326'],
])(
  'a draft’s owner uploads %s, which is measured, stored with its hash and shown',
  async (name, hectares, system) => {
    expect(await upload('eve', 'moss', name)).toMatchObject({ status: 200 })
    const { boundary, site } = await read('eve', 'moss')
    expect(site).toMatchObject({
      hectares,
      system,
      file: { name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const [longitude = NaN, latitude = NaN] = boundary?.coordinates[0]?.[0]?.[0] ?? []
    expect([Math.round(longitude * 10), Math.round(latitude * 10)]).toEqual([-26, 515])
  },
)

it('an invalid file is refused with what to do, and nothing is stored', async () => {
  const before = await read('eve', 'moss')
  const said = await upload('eve', 'moss', 'x.geojson', Buffer.from('{"type":"Polygon","coordinates":[]}'))
  expect(said).toMatchObject({ status: 422, said: expect.stringContaining('Save the boundary of the site') })
  expect(await read('eve', 'moss')).toEqual(before)
})

it('a boundary is entered by its corners, corrected in place, and removed', async () => {
  expect(await draw('eve', 'moss', square(0))).toMatchObject({ status: 200 })
  expect((await read('eve', 'moss')).site).toMatchObject({ hectares: 10, system: null, file: null })
  const form = (await world.ask('eve', '/api/project/moss/action/SetBoundary')).json<ActionForm>()
  expect(form.values).toMatchObject({ how: 'Corners', corners: square(0) })
  const hourglass = square(0).toSorted()
  expect(
    await draw('eve', 'moss', [hourglass[0]!, hourglass[3]!, hourglass[1]!, hourglass[2]!]),
  ).toMatchObject({
    status: 422,
    said: expect.stringContaining('crosses or touches itself'),
  })
  expect(await send('eve', 'moss', 'SetBoundary', { how: 'None' })).toMatchObject({ status: 200 })
  expect(await read('eve', 'moss')).toMatchObject({ boundary: null, site: null })
})

it('overlaps of sites are shown to the operator only, with names and hectares, and follow every change', async () => {
  for (const [id, east] of [
    ['a', 0],
    ['b', 200],
    ['c', 5000],
    ['d', 9000],
  ] as const)
    expect(await draw('olga', id, square(east))).toMatchObject({ status: 200 })
  const { site } = await read('olga', 'b')
  expect(site?.overlaps).toEqual([
    {
      project: { id: 'a', name: 'Project a' },
      supplier: { id: 'farm', name: 'The farm' },
      hectares: 5,
    },
  ])
  expect((await read('olga', 'c')).site?.overlaps).toEqual([])
  expect((await read('fay', 'a')).site?.overlaps).toEqual([])
  const sheet = (await world.ask('olga', '/api/project/b/action/SetCertificationDecision')).json<ActionForm>()
  expect(JSON.stringify(sheet.given)).toMatch(
    /5\.00 ha are also within the boundary of “Project a” of The farm/,
  )
  // Moves it over the other one, and back.
  await draw('olga', 'c', square(0))
  expect((await read('olga', 'a')).site?.overlaps.map(one => one.project.id)).toEqual(['c', 'b'])
  await draw('olga', 'c', square(5000))
  expect((await read('olga', 'a')).site?.overlaps.map(one => one.project.id)).toEqual(['b'])
})

it('typed hectares that differ from the boundary are shown with both figures', async () => {
  expect((await read('fay', 'a')).site?.warnings).toEqual([
    'The services of this project use 8.00 ha for Nitrogen credits, but the boundary contains 10.00 ha.',
  ])
})

it('one of two simultaneous certifications for the same ground is refused (I12)', async () => {
  // Ten hectares each, five of them shared: fifteen in total, which is not enough for eight and eight.
  const both = await Promise.all([certify('a'), certify('b')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)?.said).toMatch(/land would be sold twice/)
  const rows = await world.store.read.list('service', { status: 'Certified' })
  expect(rows.filter(({ projectId }) => ['a', 'b'].includes(projectId))).toHaveLength(1)
})

it('a single site is certified up to its area, and cannot move onto certified land', async () => {
  expect(await certify('c')).toMatchObject({ status: 200 })
  expect(await certify('d')).toMatchObject({
    status: 422,
    said: expect.stringContaining('encloses 10.00 ha, but 12.00 ha'),
  })
  const [certified] = await world.store.read.list('service', { projectId: ['a', 'b'], status: 'Certified' })
  const onto = certified?.projectId === 'a' ? 0 : 200
  expect(await draw('olga', 'c', square(onto))).toMatchObject({
    status: 422,
    said: expect.stringContaining('sold twice'),
  })
  expect((await read('olga', 'c')).site?.overlaps).toEqual([])
})

it('land sold twice in spite of the checks is found every hour and reported', async () => {
  const check = () => checkCertifiedLand.run({ runtime: world.runtime, files: world.files })
  const told = async () => {
    await check()
    return await readLastLandCheck(world.store.db)
  }
  expect(await told()).toMatchObject({ ok: true, faults: 0 })
  // Only an error of ours could do this: a certified site gets the outline of another one with certified credits.
  const [certified] = await world.store.read.list('service', { projectId: ['a', 'b'], status: 'Certified' })
  const one = certified?.projectId ?? ''
  await sql`update site_boundary its set outline = other.outline from site_boundary other
    where its.project_id = 'c' and other.project_id = ${one}`.execute(world.store.db)
  await sql`insert into site_overlap (id, project_id, other_id, shared)
    values ('x', 'c', ${one}, 100000), ('y', ${one}, 'c', 100000)`.execute(world.store.db)
  expect(await told()).toMatchObject({ ok: false, faults: 1, sites: 2 })
  expect((await told())?.result).toMatch(/“Project c” and “Project [ab]”|“Project [ab]” and “Project c”/)
})

it('lists are downloaded as maps: GeoJSON and GeoPackage, with outlines or else points', async () => {
  const geoJson = (await world.ask('olga', '/api/projects?format=geojson')).json<{
    features: {
      geometry: { type: string; coordinates: unknown[] } | null
      properties: Record<string, unknown>
    }[]
  }>()
  const of = (name: string) =>
    geoJson.features.find(({ properties }) => Object.values(properties).includes(name))
  expect(of('Project a')?.geometry).toEqual((await read('olga', 'a')).boundary)
  expect(of('Sedge')?.geometry?.type).toBe('Point')
  const file = join(mkdtempSync(join(tmpdir(), 'exports-')), 'list.gpkg')
  writeFileSync(file, (await world.ask('olga', '/api/projects?format=gpkg')).rawPayload)
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare('select * from projects').all()
  const its = rows.find(row => Object.values(row).includes('Project a'))
  expect(rows).toHaveLength(geoJson.features.length)
  expect(geometryIn(its?.geom)).toEqual(of('Project a')?.geometry?.coordinates)
  db.close()
  // A reader who may not read a project does not get it in a download.
  expect((await world.ask('bob', '/api/projects?format=geojson')).payload).not.toContain('Project a')
})

it('a development’s site is also uploaded, corrected, shown to its readers and downloaded, and takes no land from projects', async () => {
  const asked = (who: string) => world.ask(who, '/api/requirement/plots')
  const file = readFileSync(join(projectRoot, 'test/boundaries/shape-27700.geojson'))
  const uploaded = await send(
    'bob',
    'plots',
    'SetBoundary',
    { how: 'File' },
    ['boundaryFile', 'plots.geojson', file],
    'requirement',
  )
  expect(uploaded).toMatchObject({ status: 200 })
  expect((await asked('bob')).json<RequirementView>().site).toMatchObject({
    hectares: 0.3702,
    system: 'EPSG:27700',
  })
  // Over the land of a project, without an overlap: a development sells no land.
  const overlapsOfA = async () => (await read('olga', 'a')).site?.overlaps
  const before = await overlapsOfA()
  const corners = square(0)
  const drawn = await send(
    'bob',
    'plots',
    'SetBoundary',
    { how: 'Corners', corners },
    undefined,
    'requirement',
  )
  expect(drawn).toMatchObject({ status: 200 })
  const { boundary, site } = (await asked('olga')).json<RequirementView>()
  expect(site).toMatchObject({ hectares: 10, file: null, overlaps: [], warnings: [] })
  expect(before?.map(one => one.project.id)).toContain('b')
  expect(await overlapsOfA()).toEqual(before)
  const list = (await world.ask('bob', '/api/requirements?format=geojson')).json<{
    features: { geometry: object | null; id: string }[]
  }>()
  expect(list.features.map(({ geometry }) => geometry)).toContainEqual(boundary)
  expect((await asked('eve')).statusCode).toBe(404)
})

/** The shape as our own GeoPackage reader sees it, which has a different author from the writer. */
const geometryIn = (blob: unknown) =>
  blob instanceof Uint8Array ? readGeoPackageGeometry(Buffer.from(blob)).areas : undefined
