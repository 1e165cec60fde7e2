import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import { openSites, type Sites } from './sites.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.world.close())

it('a boundary far from the stated place is refused, and so is a place far from its boundary', async () => {
  const { world, send, upload, square, draw, read } = sites
  const away = square(0).map(corner => {
    const [easting = 0, northing = 0] = corner.split(', ').map(Number)
    return `${easting + 47_000}, ${northing}`
  })
  const refused = await draw('olga', 'b', away)
  expect(refused).toMatchObject({
    status: 422,
    said: expect.stringMatching(/"corners".*46\.9 km from ST 436 211/),
  })
  expect((await read('olga', 'b')).site).toBeNull()
  const file = Buffer.from(
    JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [-2.1, 51],
          [-2.1, 51.01],
          [-2.11, 51],
          [-2.1, 51],
        ],
      ],
    }),
  )
  const uploaded = await upload('olga', 'b', 'away.geojson', file)
  expect(uploaded).toMatchObject({ status: 422, said: expect.stringMatching(/"boundaryFile".*km from/) })
  expect(await draw('olga', 'b', square(0))).toMatchObject({ status: 200 })
  const form = (await world.ask('olga', '/api/project/b/action/SetLocation')).json<ActionForm>()
  const moved = await send('olga', 'b', 'SetLocation', {
    ...form.values,
    gridReference: 'ST 906 211',
    coordinates: null,
  })
  expect(moved).toMatchObject({
    status: 422,
    said: expect.stringMatching(/"gridReference".*km from the site boundary/),
  })
  expect(await send('olga', 'b', 'SetBoundary', { how: 'None' })).toMatchObject({ status: 200 })
})
