import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedOutlines } from '#contract/public/boundaries'
import type { PlaceProposal } from '#contract/subject/place'
import type { ProjectView } from '#contract/project/project'
import { fillMissingCoordinates } from '#server/store/give-places'
import { createEffectContext } from '../store/samples.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('lpa', {
      id: 'ExmoorNationalPark',
      name: 'Exmoor National Park',
      fullName: 'Exmoor National Park Authority',
    }),
    sampleRow('nca', { id: 'NCA145', name: 'Exmoor', number: 145 }),
    sampleRow('subcatchment', {
      id: 'SomersetLevelsAndMoorsTone',
      name: 'Tone',
      catchment: 'Somerset Levels and Moors',
    }),
  )
})
afterAll(() => world.close())

const SET_LOCATION = '/api/project/moss/action/SetLocation'
const WHERE = { creditTypes: ['NutrientMitigationPhosphorous'], subcatchment: 'Parrett', lpa: 'Somerset' }

const sends = (values: object) =>
  world.ask('eve', SET_LOCATION, { method: 'POST', payload: { values: { ...WHERE, ...values } } })
const moss = async () => (await world.ask('eve', '/api/project/moss')).json<ProjectView>()

describe('the place of a project', () => {
  it('is given by a grid reference in any spelling, and stored as its middle', async () => {
    const answer = await sends({ gridReference: 'st436211', placePrecision: 'square' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { gridReference, latitude, longitude, accuracy, placePrecision, placeWarnings } = await moss()
    expect({ gridReference, accuracy, placePrecision, placeWarnings }).toEqual({
      gridReference: 'ST 436 211',
      accuracy: 100,
      placePrecision: 'square',
      placeWarnings: [],
    })
    expect([latitude, longitude].map(one => one?.toFixed(4))).toEqual(['50.9870', '-2.8042'])
  })

  it('follows a changed grid reference when the point is unchanged', async () => {
    await sends({ gridReference: 'ST 436 211' })
    const { latitude, longitude } = await moss()
    const coordinates = `${latitude!.toFixed(5)}, ${longitude!.toFixed(5)}`
    expect((await sends({ gridReference: 'ST 431 246', coordinates })).statusCode).toBe(200)
    expect((await moss()).latitude).toBeCloseTo(51.0184, 3)
  })

  it.each([
    ['banana', undefined, 'gridReference', 'Enter a grid reference such as ST 436 211'],
    ['ZZ 123 456', undefined, 'gridReference', 'Enter a grid reference such as ST 436 211'],
    [undefined, 'here', 'coordinates', 'Enter latitude and longitude such as 50.98698, -2.80419'],
    [undefined, '-2.80419, 50.98698', 'coordinates', 'This is outside Great Britain'],
    ['ST 436 211', '51.03, -2.9', 'coordinates', 'km from the grid reference'],
  ])(
    'is refused as %s with %s, in a sentence with an example',
    async (gridReference, coordinates, field, said) => {
      const answer = await sends({ gridReference, coordinates })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual([{ field, message: expect.stringContaining(said) }])
    },
  )

  it('can be given as latitude and longitude, or as both if they agree', async () => {
    expect((await sends({ coordinates: '50.98698, -2.80419' })).statusCode).toBe(200)
    expect(await moss()).toMatchObject({ gridReference: null, latitude: 50.98698, longitude: -2.80419 })
    expect((await sends({ coordinates: '50.9869, -2.8042', gridReference: 'ST 436 211' })).statusCode).toBe(
      200,
    )
    expect(await moss()).toMatchObject({ gridReference: 'ST 436 211', latitude: 50.9869 })
  })

  it.each([
    [
      'SS 860 360',
      'lpa',
      'The point is in Exmoor National Park, which has its own planning authority, not Somerset.',
    ],
    ['SU 571 126', 'lpa', 'The point is outside Somerset.'],
    ['SU 571 126', 'subcatchment', 'The point is outside Parrett.'],
    ['ST 180 760', 'point', 'The point is outside England'],
  ])('is accepted with a warning if %s does not fit the chosen %s', async (gridReference, about, said) => {
    expect((await sends({ gridReference })).statusCode).toBe(200)
    for (const who of ['eve', 'olga']) {
      const { placeWarnings } = (await world.ask(who, '/api/project/moss')).json<ProjectView>()
      expect(placeWarnings.find(one => one.about === about)?.text).toContain(said)
    }
  })
})

describe('a typed point', () => {
  const proposed = async (query: Record<string, string>) =>
    world.ask('eve', `/api/place?${new URLSearchParams(query).toString()}`)

  it('suggests its authority and part of its catchment, a national park before its district', async () => {
    const inTone = (await proposed({ gridReference: 'ST 262 266' })).json<PlaceProposal>()
    expect([inTone.lpa?.id, inTone.subcatchment?.id, inTone.warnings]).toEqual([
      'Somerset',
      'SomersetLevelsAndMoorsTone',
      [],
    ])
    const onMoor = (await proposed({ coordinates: '51.11, -3.63' })).json<PlaceProposal>()
    expect(onMoor.lpa?.id).toBe('ExmoorNationalPark')
  })

  it('warns at once when it does not fit the choices', async () => {
    const { warnings } = (
      await proposed({ gridReference: 'SU 571 126', lpaId: 'Somerset' })
    ).json<PlaceProposal>()
    expect(warnings.map(({ about }) => about)).toEqual(['lpa'])
    expect((await proposed({ gridReference: 'banana' })).statusCode).toBe(400)
  })
})

it('an update adds points to stored grid references, and keeps invalid ones with a warning', async () => {
  const { store } = world
  const before = { latitude: null, longitude: null }
  await store.transaction(tx =>
    tx.apply(
      [
        { change: 'update', kind: 'project', id: 'reed', patch: { ...before, gridReference: 'ST4361 2110' } },
        {
          change: 'update',
          kind: 'project',
          id: 'sedge',
          patch: { ...before, gridReference: 'by the barn' },
        },
      ],
      createEffectContext(),
    ),
  )
  await fillMissingCoordinates(store.db, createEffectContext().now)
  expect((await store.read.one('project', 'reed'))?.latitude).toBeCloseTo(50.9866, 3)
  expect((await world.ask('fay', '/api/project/sedge')).json<ProjectView>()).toMatchObject({
    gridReference: 'by the barn',
    latitude: null,
    placeWarnings: [
      {
        about: 'point',
        text: '“by the barn” is not a grid reference. Enter a grid reference such as ST 436 211.',
      },
    ],
  })
})

const BOUNDARY = 'the-boundary-of-parts'

const sendFile = (
  who: string,
  path: string,
  values: object,
  name: string,
  fileName: string,
  content: string,
) => {
  const part = (head: string, body: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const payload =
    part('name="submission"', JSON.stringify({ values })) +
    part(`name="${name}"; filename="${fileName}"`, content) +
    `--${BOUNDARY}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return world.ask(who, `/api/${path}`, { method: 'POST', headers, payload })
}

it.each([
  ['banana', '', 'gridReference', 'Enter a grid reference such as ST 436 211'],
  ['ST 436 211', '"52, -1"', 'coordinates', 'km from the grid reference'],
])('a list with %s and %s is refused by row and column', async (reference, point, column, said) => {
  const list = [
    'csvId,name,contact,email,phone,mailingAddress,project,typeId,isFixedTerm,start,creditTypes,subcatchment,lpa,gridReference,coordinates',
    `SU99,Mill Farm,Ann Mill,ann@mill.example,+441632960199,Mill Lane,Mill Pond,WetlandCreation,No,2027-01-01,NutrientMitigationPhosphorous,Parrett,Somerset,${reference},${point}`,
  ].join('\n')
  const answer = await sendFile(
    'olga',
    'round/draft/action/ImportData',
    {},
    'suppliers',
    'suppliers.csv',
    list,
  )
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(`column ${column}: `)
  expect(answer.body).toContain(said)
  expect(answer.body).toMatch(/[Rr]ow 2/)
})

describe('uploaded outlines', () => {
  const upload = (path: string, content: unknown, who = 'olga') => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return sendFile(who, path, { attribution: '© Natural England' }, 'outlines', 'areas.geojson', text)
  }
  const box = (west: number, south: number, east: number, north: number) => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ]
  const areas = (properties: object, coordinates: unknown = box(-3, 50.9, -2.7, 51.1), type = 'Polygon') => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties, geometry: { type, coordinates } }],
  })
  const NCAS = 'ncas/action/SetNcaOutlines'

  it('suggest a character area and warn about another', async () => {
    expect((await upload(NCAS, areas({ JCACODE: 142, area: 145 }))).statusCode).toBe(200)
    const found = await world.ask('eve', '/api/place?gridReference=ST+436+211')
    expect(found.json<PlaceProposal>().nca?.id).toBe('NCA142')
    const far = await world.ask('eve', '/api/place?gridReference=SU+571+126&ncaId=NCA142')
    expect(far.json<PlaceProposal>().warnings.map(({ about }) => about)).toEqual(['nca'])
    // A second upload replaces the first.
    expect(
      (await upload(NCAS, areas({ name: 'Somerset Levels and Moors' }, box(-1.3, 50.8, -1.1, 51))))
        .statusCode,
    ).toBe(200)
    const moved = await world.ask('eve', '/api/place?gridReference=SU+571+126&ncaId=NCA142')
    expect(moved.json<PlaceProposal>()).toMatchObject({ nca: { id: 'NCA142' } })
  })

  it('are public on maps with their attribution, and fetched once while unchanged', async () => {
    const sets = await world.ask(null, '/boundaries')
    const path = '/boundaries/character-areas.geojson'
    expect(sets.json()).toEqual({
      items: [{ set: 'ncas', path, areas: 1, attribution: '© Natural England' }],
    })
    const { headers, ...answer } = await world.ask(null, path)
    expect(answer.json<UploadedOutlines>().features).toEqual([
      {
        ...{ type: 'Feature', id: 'NCA142', properties: { name: 'Somerset Levels and Moors' } },
        geometry: { type: 'MultiPolygon', coordinates: [box(-1.3, 50.8, -1.1, 51)] },
      },
    ])
    const again = await world.ask(null, path, { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('warn before saving that reference and point are apart', async () => {
    const at = '/api/place?gridReference=ST+436+211&coordinates='
    const apart = await world.ask('eve', `${at}51.2,-2.6`)
    expect(apart.json<PlaceProposal>().warnings[0]).toEqual({
      about: 'point',
      text: expect.stringMatching(/^This point is [\d.]+ km from the grid reference\./),
    })
    expect((await world.ask('eve', `${at}50.98698,-2.80419`)).json<PlaceProposal>().warnings).toEqual([])
  })

  it('may be finer than the built-in catchment', async () => {
    const path = 'subcatchments/action/SetSubcatchmentOutlines'
    expect(
      (await upload(path, areas({ id: 'Parrett' }, [box(-3, 50.9, -2.7, 51.1)], 'MultiPolygon'))).statusCode,
    ).toBe(200)
    const found = await world.ask('eve', '/api/place?gridReference=ST+262+266&subcatchmentId=Parrett')
    expect(found.json<PlaceProposal>().warnings).toEqual([
      { about: 'subcatchment', text: 'The point is outside Parrett.' },
    ])
  })

  it.each([
    ['no GeoJSON', '{"type": "Topology"}', 'not a GeoJSON FeatureCollection'],
    ['of another grid', areas({ id: 'NCA142' }, box(343_000, 121_000, 344_000, 122_000)), 'WGS84'],
    ['latitude first', areas({ id: 'NCA142' }, box(50.9, -3, 51.1, -2.7)), 'longitude first'],
    ['a point', areas({ id: 'NCA142' }, [-3, 51], 'Point'), 'not a Polygon'],
    [
      'not closed',
      areas({ id: 'NCA142' }, [
        [
          [-3, 51],
          [-2, 51],
          [-2, 52],
          [-3, 52],
        ],
      ]),
      'does not end where it starts',
    ],
    ['of a stranger', areas({ name: 'Narnia' }), 'Feature 1 does not match any national character area'],
    ['a page', '<html></html>', 'one of these types: GeoJSON'],
  ])('are refused when the file is %s', async (_, content, said) => {
    const answer = await upload(NCAS, content)
    expect([400, 413, 415, 422]).toContain(answer.statusCode)
    expect(answer.body).toContain(said)
  })

  it('are restricted to the market operator', async () => {
    expect((await upload(NCAS, areas({ id: 'NCA142' }), 'eve')).statusCode).toBe(403)
  })
})
