import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedOutlines } from '#contract/boundaries'
import type { PlaceProposal } from '#contract/place'
import type { ProjectView } from '#contract/project'
import { givePlaces } from '#server/store/give-places'
import { given } from '../store/samples.ts'
import { like, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    like('lpa', {
      id: 'ExmoorNationalPark',
      name: 'Exmoor National Park',
      fullName: 'Exmoor National Park Authority',
    }),
    like('nca', { id: 'NCA145', name: 'Exmoor', number: 145 }),
    like('subcatchment', {
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

describe('where a project is', () => {
  it('is given by a grid reference in any spelling, and kept as its middle', async () => {
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

  it('follows a grid reference that is changed, where the point is left as it stood', async () => {
    await sends({ gridReference: 'ST 436 211' })
    const { latitude, longitude } = await moss()
    const coordinates = `${latitude!.toFixed(5)}, ${longitude!.toFixed(5)}`
    expect((await sends({ gridReference: 'ST 431 246', coordinates })).statusCode).toBe(200)
    expect((await moss()).latitude).toBeCloseTo(51.0184, 3)
  })

  it.each([
    ['banana', undefined, 'gridReference', 'Give a grid reference such as ST 436 211'],
    ['ZZ 123 456', undefined, 'gridReference', 'Give a grid reference such as ST 436 211'],
    [undefined, 'here', 'coordinates', 'Give latitude and longitude such as 50.98698, -2.80419'],
    [undefined, '-2.80419, 50.98698', 'coordinates', 'This is outside Great Britain'],
    ['ST 436 211', '51.03, -2.9', 'coordinates', 'away from the grid reference'],
  ])(
    'is refused as %s with %s, in a sentence with an example',
    async (gridReference, coordinates, field, said) => {
      const answer = await sends({ gridReference, coordinates })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual([{ field, message: expect.stringContaining(said) }])
    },
  )

  it('may be given as latitude and longitude, and both where they agree', async () => {
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
      'The point lies in Exmoor National Park, whose authority plans there, and not Somerset.',
    ],
    ['SU 571 126', 'lpa', 'The point lies outside Somerset.'],
    ['SU 571 126', 'subcatchment', 'The point lies outside Parrett.'],
    ['ST 180 760', 'point', 'The point lies outside England'],
  ])('is warned of and taken where %s does not fit the chosen %s', async (gridReference, about, said) => {
    expect((await sends({ gridReference })).statusCode).toBe(200)
    for (const who of ['eve', 'olga']) {
      const { placeWarnings } = (await world.ask(who, '/api/project/moss')).json<ProjectView>()
      expect(placeWarnings.find(one => one.about === about)?.text).toContain(said)
    }
  })
})

describe('a point that is typed', () => {
  const proposed = async (query: Record<string, string>) =>
    world.ask('eve', `/api/place?${new URLSearchParams(query).toString()}`)

  it('proposes its authority and the part of its catchment, a national park before its district', async () => {
    const inTone = (await proposed({ gridReference: 'ST 262 266' })).json<PlaceProposal>()
    expect([inTone.lpa?.id, inTone.subcatchment?.id, inTone.warnings]).toEqual([
      'Somerset',
      'SomersetLevelsAndMoorsTone',
      [],
    ])
    const onMoor = (await proposed({ coordinates: '51.11, -3.63' })).json<PlaceProposal>()
    expect(onMoor.lpa?.id).toBe('ExmoorNationalPark')
  })

  it('says at once where it does not fit what is chosen', async () => {
    const { warnings } = (
      await proposed({ gridReference: 'SU 571 126', lpaId: 'Somerset' })
    ).json<PlaceProposal>()
    expect(warnings.map(({ about }) => about)).toEqual(['lpa'])
    expect((await proposed({ gridReference: 'banana' })).statusCode).toBe(400)
  })
})

it('what was stored before there were points is given one, and nonsense is kept and warned of', async () => {
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
      given(),
    ),
  )
  await givePlaces(store.db, given().now)
  expect((await store.read.one('project', 'reed'))?.latitude).toBeCloseTo(50.9866, 3)
  expect((await world.ask('fay', '/api/project/sedge')).json<ProjectView>()).toMatchObject({
    gridReference: 'by the barn',
    latitude: null,
    placeWarnings: [
      { about: 'point', text: '“by the barn” names no place. Give a grid reference such as ST 436 211.' },
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
  ['banana', '', 'gridReference', 'Give a grid reference such as ST 436 211'],
  ['ST 436 211', '"52, -1"', 'coordinates', 'away from the grid reference'],
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

describe('outlines that are uploaded', () => {
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

  it('propose a character area and warn of another', async () => {
    expect((await upload(NCAS, areas({ JCACODE: 142, area: 145 }))).statusCode).toBe(200)
    const found = await world.ask('eve', '/api/place?gridReference=ST+436+211')
    expect(found.json<PlaceProposal>().nca?.id).toBe('NCA142')
    const far = await world.ask('eve', '/api/place?gridReference=SU+571+126&ncaId=NCA142')
    expect(far.json<PlaceProposal>().warnings.map(({ about }) => about)).toEqual(['nca'])
    // Uploaded again they take the place of the earlier ones.
    expect(
      (await upload(NCAS, areas({ name: 'Somerset Levels and Moors' }, box(-1.3, 50.8, -1.1, 51))))
        .statusCode,
    ).toBe(200)
    const moved = await world.ask('eve', '/api/place?gridReference=SU+571+126&ncaId=NCA142')
    expect(moved.json<PlaceProposal>()).toMatchObject({ nca: { id: 'NCA142' } })
  })

  it('are drawn on maps by anybody: fetched with whom to name, and once only while they stay as they are', async () => {
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

  it('tell before anything is saved that reference and point lie apart', async () => {
    const at = '/api/place?gridReference=ST+436+211&coordinates='
    const apart = await world.ask('eve', `${at}51.2,-2.6`)
    expect(apart.json<PlaceProposal>().warnings[0]).toEqual({
      about: 'point',
      text: expect.stringMatching(/^This point is [\d.]+ km away from the grid reference\./),
    })
    expect((await world.ask('eve', `${at}50.98698,-2.80419`)).json<PlaceProposal>().warnings).toEqual([])
  })

  it('may be finer than the catchment that comes with the product', async () => {
    const path = 'subcatchments/action/SetSubcatchmentOutlines'
    expect(
      (await upload(path, areas({ id: 'Parrett' }, [box(-3, 50.9, -2.7, 51.1)], 'MultiPolygon'))).statusCode,
    ).toBe(200)
    const found = await world.ask('eve', '/api/place?gridReference=ST+262+266&subcatchmentId=Parrett')
    expect(found.json<PlaceProposal>().warnings).toEqual([
      { about: 'subcatchment', text: 'The point lies outside Parrett.' },
    ])
  })

  it.each([
    ['no GeoJSON', '{"type": "Topology"}', 'no GeoJSON FeatureCollection'],
    ['of another grid', areas({ id: 'NCA142' }, box(343_000, 121_000, 344_000, 122_000)), 'WGS84'],
    ['latitude first', areas({ id: 'NCA142' }, box(50.9, -3, 51.1, -2.7)), 'longitude first'],
    ['a point', areas({ id: 'NCA142' }, [-3, 51], 'Point'), 'no Polygon'],
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
      'does not end where it begins',
    ],
    ['of a stranger', areas({ name: 'Narnia' }), 'Feature 1 is called like no national character area'],
    ['a page', '<html></html>', 'not of an accepted type: GeoJSON'],
  ])('are refused where the file is %s', async (_, content, said) => {
    const answer = await upload(NCAS, content)
    expect([400, 413, 415, 422]).toContain(answer.statusCode)
    expect(answer.body).toContain(said)
  })

  it('are for the market operator alone', async () => {
    expect((await upload(NCAS, areas({ id: 'NCA142' }), 'eve')).statusCode).toBe(403)
  })
})
