import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Change, update } from '#actions/kit/changes'
import { createEffectContext } from '../store/samples.ts'
import { openSites, type Sites } from './sites.ts'
import { sampleRow } from './world.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
  await trades({ lpaIds: ['Somerset'], ncaIds: ['NCA142'] })
})
afterAll(() => sites.world.close())

/** A rectangle from west to east, a kilometre high, in the south of Somerset or across its border with Dorset. */
const strip = (west: number, east: number): string[] => [
  `${west}, 114500`,
  `${east}, 114500`,
  `${east}, 115500`,
  `${west}, 115500`,
]

const change = (...changes: Change[]) =>
  sites.world.store.transaction(tx => tx.apply(changes, createEffectContext()))

/** Sets the areas in which the round of all sites except "moss" trades. */
const trades = (areas: { lpaIds?: string[]; ncaIds?: string[]; subcatchmentIds?: string[] }) =>
  change(update('round', { id: 'open' }, { lpaIds: [], ncaIds: [], subcatchmentIds: [], ...areas }))

describe('before a boundary is saved', () => {
  it('a site in two authorities is compared with the stated one, in hectares and distance', async () => {
    const { warnings, hectares, authorities, messages } = await sites.preview(
      'olga',
      'c',
      strip(357_000, 360_000),
    )
    expect(messages).toEqual([])
    expect(hectares).toBe(300)
    const [somerset, dorset] = ['Somerset', 'Dorset'].map(id => authorities.find(one => one.id === id))
    expect([somerset?.isOwn, dorset?.isOwn]).toEqual([true, false])
    expect(Math.round((somerset?.hectares ?? 0) + (dorset?.hectares ?? 0))).toBe(300)
    const beyond = dorset?.hectares ?? 0
    expect(beyond).toBeGreaterThan(150)
    expect(warnings[0]).toMatch(
      /^2\d\d\.\d+ ha of 300\.00 ha are outside Somerset, the planning authority of this site, up to 2\.\d km beyond its border: 2\d\d\.\d+ ha in Dorset\./,
    )
    expect(warnings[1]).toMatch(
      /^Part of the site is outside the planning authorities of Round 3, up to 2\.\d km/,
    )
    expect((await sites.read('olga', 'c')).site).toBeNull()
  })

  it('a site within its areas is drawn without warnings, with the place of its grid reference', async () => {
    const { warnings, authorities, point, boundary } = await sites.preview('olga', 'b', sites.square(0))
    expect(warnings).toEqual([])
    expect(authorities.map(({ id, hectares }) => [id, hectares])).toEqual([['Somerset', 10]])
    expect(point).toMatchObject({ gridReference: 'ST 436 211', metres: 0 })
    expect(boundary.coordinates[0]?.[0]).toHaveLength(5)
  })

  it.each(['crosses-welsh-border-4326.geojson', 'in-scotland-27700.geojson'])(
    'a site across the border of England (%s) gets a warning, and is not refused',
    async name => {
      const { warnings, messages } = await sites.preview('eve', 'moss', name)
      expect(messages).toEqual([])
      expect(warnings[0]).toMatch(
        /^0\.0\d+ ha of 0\.0\d+ ha are outside England \(in Wales, Scotland or the sea\), up to \d+ m from (Shropshire|Northumberland)\./,
      )
    },
  )
})

describe('impossible sites are refused, but still drawn', () => {
  it('in Scotland', async () => {
    const nearPeebles = ['330000, 630000', '330400, 630000', '330400, 630400']
    const { messages, boundary, warnings } = await sites.preview('eve', 'moss', nearPeebles)
    expect(messages).toEqual([
      {
        field: 'corners',
        message: expect.stringMatching(
          /^This boundary is outside England: its nearest point is [\d.]+ km from Northumberland\./,
        ),
      },
    ])
    expect(boundary.coordinates).toHaveLength(1)
    expect(warnings[0]).toMatch(/^The whole site \(8\.00 ha\) is outside England/)
    expect(await sites.draw('eve', 'moss', nearPeebles)).toMatchObject({ status: 422 })
  })

  it('outside the areas of its round, with name and distance', async () => {
    const inDorset = strip(362_000, 363_000)
    const { messages } = await sites.preview('olga', 'c', inDorset)
    expect(messages).toEqual([
      {
        field: 'corners',
        message: expect.stringMatching(
          /^This boundary is outside the areas of Round 3: its nearest point is 4\.\d km from Somerset\./,
        ),
      },
    ])
    expect(await sites.draw('olga', 'c', inDorset)).toMatchObject({ status: 422 })
    // A round without areas trades everywhere.
    await trades({})
    const elsewhere = await sites.preview('olga', 'c', inDorset)
    await trades({ lpaIds: ['Somerset'], ncaIds: ['NCA142'] })
    expect([elsewhere.messages, elsewhere.warnings]).toEqual([
      [],
      [expect.stringMatching(/^The whole site \(100\.00 ha\) is outside Somerset/)],
    ])
  })

  it('outside all subcatchments of a round without authorities, unless an outline is unknown', async () => {
    const inDorset = strip(362_000, 363_000)
    await trades({ subcatchmentIds: ['Parrett'] })
    const unknown = await sites.preview('olga', 'c', inDorset)
    await change(sampleRow('subcatchment', { id: 'SomersetLevelsAndMoorsTone', name: 'Tone' }))
    await trades({ subcatchmentIds: ['SomersetLevelsAndMoorsTone'] })
    const known = await sites.preview('olga', 'c', inDorset)
    await trades({ lpaIds: ['Somerset'], ncaIds: ['NCA142'] })
    expect(unknown.messages).toEqual([])
    expect(known.messages).toEqual([
      {
        field: 'corners',
        message: expect.stringMatching(
          /outside the areas of Round 3: its nearest point is \d+\.?\d? km from Tone/,
        ),
      },
    ])
  })
})

it('neighbours are drawn as far as the reader may see them: their own, and exact public places', async () => {
  expect(await sites.draw('olga', 'a', sites.square(0))).toMatchObject({ status: 200 })
  expect(await sites.draw('olga', 'c', sites.square(700))).toMatchObject({ status: 200 })
  const known = async (who: string) =>
    (await sites.preview(who, 'moss', sites.square(300))).neighbours.map(
      ({ id, metres, direction, sharedHectares }) => [id, metres, direction, sharedHectares],
    )
  const own = ['c', 0, 'E', 0]
  const others = ['a', 0, 'W', 2.5]
  expect(await known('eve')).toEqual([own])
  expect(await known('olga')).toEqual([others, own])
  // Sold, but shown as a square only; then exactly.
  const sold = (placePrecision: 'square' | 'exact') =>
    change(update('project', { id: 'a' }, { placePrecision, latitude: 50.987, longitude: -2.804 }))
  await sites.world.store.db
    .updateTable('project')
    .set({ status: 'Contracted' })
    .where('id', '=', 'a')
    .execute()
  await sold('square')
  expect(await known('eve')).toEqual([own])
  await sold('exact')
  expect(await known('eve')).toEqual([others, own])
})
