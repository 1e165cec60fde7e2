import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchedRound } from './settled.ts'
import { like, startWorld, type World } from './world.ts'

const NOBODYS = { agentId: null, groupId: null, bid: null, bidAt: null, bidOngoingOnly: null } as const

let world: World
let serial = ''
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    like('organisation', { id: 'water', name: 'Water Meadows', csvId: 'SU77', lpaId: null }),
    like('lpa', { id: 'Mendip', name: 'Mendip', fullName: 'Mendip District Council' }),
    like('subcatchment', { id: 'Brue', name: 'Brue', catchment: 'Somerset Levels and Moors' }),
    like('requirement', {
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
  it('is found by its serial, by units within it, by units that overlap it and by its service', async () => {
    expect(serial).toMatch(/^P\d+-20260101-1-40000$/)
    const service = serial.split('-')[0]!
    expect(await found('olga', serial)).toEqual(['credit sold: Its serial'])
    expect(await found('olga', `${service}-20260101-500-900`)).toEqual([
      'credit sold: Serial 500-900 lies in it',
    ])
    expect(await found('olga', `${service.toLowerCase()}-20260101-750`)).toEqual([
      'credit sold: Unit 750 lies in it',
    ])
    expect(await found('olga', `${service}-20260101-39000-47000`)).toEqual([
      'credit sold: Serial 39000-47000 overlaps it',
      'credit reserved: It lies in serial 39000-47000',
      'credit unused: Serial 39000-47000 overlaps it',
    ])
    expect(await found('olga', service)).toEqual(
      ['sold', 'reserved', 'unused'].map(id => `credit ${id}: Serial of ${service}`),
    )
  })

  it('is found on the days on which it holds the units, and by the letter of its type alone', async () => {
    expect(await found('olga', serial.replace('20260101', '20300615'))).toEqual([
      'credit sold: The same units',
    ])
    expect(await found('olga', serial.replace('20260101', '20251231'))).toEqual([
      'credit sold: The same units, from 1 Jan 2026 on',
    ])
    expect(await found('olga', serial.replace('P', 'N'))).toEqual([])
    expect(await found('olga', serial.replace('1-40000', '60001-60002'))).toEqual([])
  })

  it('leads the operator to the registry, and is found by whoever may see its project or requirement alone', async () => {
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

describe('what is known by something else than its name', () => {
  it('a requirement is found by its planning reference, whole and in part', async () => {
    for (const term of ['DEMO/26/00120/FUL', 'demo/26/00120/ful', '26/00120', '00120'])
      expect(await found('olga', term), term).toEqual([
        'requirement mill: Planning reference DEMO/26/00120/FUL',
      ])
    expect(await found('eve', '00120')).toHaveLength(1)
    expect(await found('bob', '00120')).toEqual([])
    expect(await found('dan', '00120')).toEqual([])
  })

  it('a place is found by its grid reference, by the squares it lies in, and by a finer reference within it', async () => {
    const mill = 'requirement mill: Grid reference ST 4412 2161'
    for (const term of ['ST 4412 2161', 'st44122161', 'ST 441 216', 'ST4421', 'ST 44121 21617'])
      expect(await found('olga', term), term).toEqual([mill])
    expect(await found('olga', 'ST')).toContain(mill)
    expect(await found('olga', 'ST 442 216')).not.toContain(mill)
    expect(await found('olga', 'ST 441')).not.toContain(mill)
    expect(await found('eve', 'ST4421')).toEqual([mill])
    expect(await found('bob', 'ST4421')).toEqual([])
  })

  it('things are found by their catchment, character area and planning authority', async () => {
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

  it('things are found by a place whose name was mistyped, where no name is like it', async () => {
    expect(await found('fay', 'parett')).toEqual([
      'project old-sedge: A place with a name like it: catchment Parrett',
      'project sedge: A place with a name like it: catchment Parrett',
    ])
    expect(await found('olga', 'mendp')).toEqual([
      'requirement mill: A place with a name like it: planning authority Mendip',
    ])
    // Of others nothing, as ever.
    expect(await found('bob', 'parett')).toEqual(
      ['homes', 'old-homes'].map(id => `requirement ${id}: A place with a name like it: catchment Parrett`),
    )
    expect(await found('olga', 'xyzzyq')).toEqual([])
  })

  it('a participant is found by its CSV ID, and a name before all else that is like it', async () => {
    expect(await found('olga', 'su77')).toEqual(['organisation water: CSV ID SU77'])
    expect((await found('olga', 'sedge'))[0]).toBe('project sedge: Name')
    expect(await found('olga', 'the farm')).toContain('project sedge: Name of its owner')
    expect(await found('olga', 'sedgge')).toContain('project sedge: A name like it')
  })

  it('people are found by their e-mail address, by staff alone', async () => {
    expect(await found('olga', 'fay@x.example')).toEqual(['user fay: E-mail address fay@x.example'])
    expect((await asked('olga', 'fay@')).items[0]?.link).toBe('/users/fay')
    expect(await found('olga', 'FAY')).toEqual(['user fay: E-mail address fay@x.example'])
    expect((await asked('olga', '@x.example')).total).toBe(8)
    for (const who of ['fay', 'amy', 'sue']) expect(await found(who, 'fay@x.example'), who).toEqual([])
  })
})
