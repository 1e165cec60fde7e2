import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const NOBODYS = { agentId: null, groupId: null, bid: null, bidAt: null, bidOngoingOnly: null } as const

let world: World
let serial = ''
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('organisation', { id: 'water', name: 'Water Meadows', csvId: 'SU77', lpaId: null }),
    sampleRow('lpa', { id: 'Mendip', name: 'Mendip', fullName: 'Mendip District Council' }),
    sampleRow('subcatchment', { id: 'Brue', name: 'Brue', catchment: 'Somerset Levels and Moors' }),
    sampleRow('requirement', {
      ...NOBODYS,
      id: 'mill',
      name: 'Mill Lane',
      buyerId: 'estate',
      roundId: 'bidding',
      status: 'Registered',
      planningRef: 'DEMO/26/00120/FUL',
      gridReference: 'ST 4412 2161',
      lpaId: 'Mendip',
      subcatchmentId: 'Brue',
    }),
  )
  const { items } = (await world.ask(null, '/api/public/registry/credits')).json<{
    items: { id: string; serials: string[] }[]
  }>()
  serial = items.find(({ id }) => id === 'sold')?.serials[0] ?? ''
})
afterAll(() => world.close())

interface Answer {
  items: { kind: string; id: string; name: string; why: string; link: string }[]
  total: number
}

const asked = async (who: string, term: string): Promise<Answer> => {
  const answer = await world.ask(who, `/api/search/${encodeURIComponent(term)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const found = async (who: string, term: string) =>
  (await asked(who, term)).items.map(({ kind, id, why }) => `${kind} ${id}: ${why}`)

describe('a credit', () => {
  it('is found by its serial, by units within it, by overlapping units and by its service', async () => {
    expect(serial).toMatch(/^P\d+-20260101-1-40000$/)
    const service = serial.split('-')[0]!
    expect(await found('olga', serial)).toEqual(['credit sold: Exactly this serial'])
    expect(await found('olga', `${service}-20260101-500-900`)).toEqual([
      'credit sold: Contains serial 500-900',
    ])
    expect(await found('olga', `${service.toLowerCase()}-20260101-750`)).toEqual([
      'credit sold: Contains unit 750',
    ])
    expect(await found('olga', `${service}-20260101-39000-47000`)).toEqual([
      'credit sold: Overlaps serial 39000-47000',
      'credit reserved: Part of serial 39000-47000',
      'credit unused: Overlaps serial 39000-47000',
    ])
    expect(await found('olga', service)).toEqual(
      ['sold', 'reserved', 'unused'].map(id => `credit ${id}: Serial of ${service}`),
    )
  })

  it('is found on the dates on which it holds the units, and by its type code alone', async () => {
    expect(await found('olga', serial.replace('20260101', '20300615'))).toEqual(['credit sold: Same units'])
    expect(await found('olga', serial.replace('20260101', '20251231'))).toEqual([
      'credit sold: Same units, from 1 Jan 2026',
    ])
    expect(await found('olga', serial.replace('P', 'N'))).toEqual([])
    expect(await found('olga', serial.replace('1-40000', '60001-60002'))).toEqual([])
  })

  it('links the operator to the registry, and is found by anyone who may see its project or requirement', async () => {
    expect((await asked('olga', serial)).items[0]).toMatchObject({
      name: serial,
      link: '/registry/credits/sold',
    })
    expect((await asked('fay', serial)).items.map(({ link }) => link)).toEqual(['/projects/old-sedge'])
    expect((await asked('bob', serial)).items.map(({ link }) => link)).toEqual([
      '/credit-requirements/old-homes',
    ])
    expect(await found('eve', serial)).toEqual([])
    expect(await found('bob', serial.replace('1-40000', '40001-46000'))).toEqual([])
  })
})

describe('search by other properties than the name', () => {
  it('finds a requirement by its planning reference, whole or in part', async () => {
    for (const term of ['DEMO/26/00120/FUL', 'demo/26/00120/ful', '26/00120', '00120'])
      expect(await found('olga', term), term).toEqual([
        'requirement mill: Planning reference DEMO/26/00120/FUL',
      ])
    expect(await found('eve', '00120')).toHaveLength(1)
    expect(await found('bob', '00120')).toEqual([])
    expect(await found('dan', '00120')).toEqual([])
  })

  it('finds a place by its grid reference, by larger squares, and by a finer reference within it', async () => {
    const mill = 'requirement mill: Grid reference ST 4412 2161'
    for (const term of ['ST 4412 2161', 'st44122161', 'ST 441 216', 'ST4421', 'ST 44121 21617'])
      expect(await found('olga', term), term).toEqual([mill])
    expect(await found('olga', 'ST')).toContain(mill)
    expect(await found('olga', 'ST 442 216')).not.toContain(mill)
    expect(await found('olga', 'ST 441')).not.toContain(mill)
    expect(await found('eve', 'ST4421')).toEqual([mill])
    expect(await found('bob', 'ST4421')).toEqual([])
  })

  it('finds items by their catchment, character area and planning authority', async () => {
    expect(await found('olga', 'brue')).toEqual(['requirement mill: Catchment: Brue'])
    expect(await found('eve', 'levels and moors')).toContain(
      'requirement mill: Catchment: Brue, Somerset Levels and Moors',
    )
    expect(await found('olga', 'mendip district')).toEqual(['requirement mill: Planning authority: Mendip'])
    expect(await found('olga', 'NCA142')).toContainEqual(
      expect.stringMatching(/^project sedge: Character area: /),
    )
    expect(await found('fay', 'parrett')).toEqual([
      'project old-sedge: Catchment: Parrett',
      'project sedge: Catchment: Parrett',
    ])
  })

  it('finds items by a mistyped place when no name is similar', async () => {
    expect(await found('fay', 'parett')).toEqual([
      'project old-sedge: A place with a name like it: catchment Parrett',
      'project sedge: A place with a name like it: catchment Parrett',
    ])
    expect(await found('olga', 'mendp')).toEqual([
      'requirement mill: A place with a name like it: planning authority Mendip',
    ])
    // Nothing of other owners, as always.
    expect(await found('bob', 'parett')).toEqual(
      ['homes', 'old-homes'].map(id => `requirement ${id}: A place with a name like it: catchment Parrett`),
    )
    expect(await found('olga', 'xyzzyq')).toEqual([])
  })

  it('finds a participant by its CSV ID, and ranks an exact name first', async () => {
    expect(await found('olga', 'su77')).toEqual(['organisation water: CSV ID SU77'])
    expect((await found('olga', 'sedge'))[0]).toBe('project sedge: Name')
    expect(await found('olga', 'the farm')).toContain('project sedge: Name of the owner')
    expect(await found('olga', 'sedgge')).toContain('project sedge: Similar name')
  })

  it('finds people by their e-mail address, for staff only', async () => {
    expect(await found('olga', 'fay@x.example')).toEqual(['user fay: Email address fay@x.example'])
    expect((await asked('olga', 'fay@')).items[0]?.link).toBe('/users/fay')
    expect(await found('olga', 'FAY')).toEqual(['user fay: Email address fay@x.example'])
    expect((await asked('olga', '@x.example')).total).toBe(8)
    for (const who of ['fay', 'amy', 'sue']) expect(await found(who, 'fay@x.example'), who).toEqual([])
  })
})
