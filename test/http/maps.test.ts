import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MapMarks } from '#contract/public/map'
import { latLongToGrid } from '#domain/place/osgb'
import { createViewContext } from '#server/http/app-context'
import { findAreasAtPoint } from '#server/place/boundaries'
import { REGISTRY_LISTS, REGISTRY_READER } from '#server/views/lists/registry'
import { readMapMarks } from '#server/map/map'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id).toSorted()

it('a map shows what its list shows, with the same filters, and counts what has no place', async () => {
  const words = 'status=Verified&creditType=Biodiversity'
  const list = await market
    .as('operator')
    .get<{ items: { id: string }[]; total: number }>(`/api/projects?limit=200&${words}`)
  const map = await market.as('operator').get<MapMarks>(`/api/projects/map?${words}`)
  expect(map.items.length).toBeGreaterThan(0)
  expect(map.total).toBe(list.total)
  expect(map.items.length + map.unplaced).toBe(list.total)
  expect(idsOf(list.items)).toEqual(expect.arrayContaining(idsOf(map.items)))
  expect(map.items.every(({ precision }) => precision === 'exact')).toBe(true)
})

it('a map hides what the reader may not read', async () => {
  const own = await market.as('sedgewhistle.su01').get<{ items: { id: string }[] }>('/api/projects?limit=200')
  const map = await market.as('sedgewhistle.su01').get<MapMarks>('/api/projects/map')
  expect(idsOf(own.items)).toEqual(expect.arrayContaining(idsOf(map.items)))
})

it('a public place is as precise as its owner chose, never from a more precise point', async () => {
  const row = await market.store.db
    .selectFrom('project')
    .select(['id', 'latitude', 'longitude'])
    .where('status', '=', 'Verified')
    .where('latitude', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const shown = async (placePrecision: 'exact' | 'square' | 'catchment') => {
    await market.store.db.updateTable('project').set({ placePrecision }).where('id', '=', row.id).execute()
    const { items } = await readMapMarks(
      REGISTRY_LISTS.projects,
      { id: [row.id] },
      REGISTRY_READER,
      createViewContext(market.runtime),
      'in public',
    )
    return items[0]!
  }
  const point = { latitude: Number(row.latitude), longitude: Number(row.longitude) }
  expect(await shown('exact')).toMatchObject({ ...point, precision: 'exact' })
  const square = await shown('square')
  expect(square.precision).toBe('square')
  const { easting, northing } = latLongToGrid(square)
  expect([easting, northing].map(metres => Math.round(metres) % 5000)).toEqual([2500, 2500])
  const own = latLongToGrid(point)
  expect(Math.max(Math.abs(own.easting - easting), Math.abs(own.northing - northing))).toBeLessThan(2501)
  const catchment = await shown('catchment')
  expect(catchment.precision).toBe('catchment')
  const areaOf = (at: typeof point) => findAreasAtPoint(at).catchmentIds[0] ?? findAreasAtPoint(at).lpaId
  expect(areaOf(catchment)).toBe(areaOf(point))
})

it('the register shows the places of its items, without scripts and by links', async () => {
  const { status, body } = await market.stranger.send('/register/projects')
  expect(status).toBe(200)
  const [, picture = ''] = /<figure class="map-picture"[^>]*>(.*?)<\/figure>/s.exec(String(body)) ?? []
  expect(picture).toContain('href="/register/projects/')
  expect(picture).toMatch(/href="\/register\/projects\?near=[^"]+" aria-label="\d+ projects?[^"]*: zoom in"/)
  expect(picture).not.toMatch(/ style=|<script/)
})
