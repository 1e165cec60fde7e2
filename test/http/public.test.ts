import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEffectContext } from '../store/samples.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
})
afterAll(() => world.close())

const read = async <T>(url: string): Promise<T> => {
  const answer = await world.ask(null, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}

describe('without signing in', () => {
  it.each(['problem', 'solution'])(
    'the JSON Schema of a match %s is available to visitors at a stable address',
    async name => {
      const url = `/api/public/schemas/match-${name}-1.json`
      const schema = await read<{ $id: string; properties: { version: unknown } }>(url)
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { version: { enum: [1] } },
      })
      expect(new URL(schema.$id).pathname).toBe(url)
    },
  )

  it('the public registry shows the results of settled rounds, without money and owners', async () => {
    for (const [path, name] of [
      ['projects', 'old-sedge'],
      ['requirements', 'old-homes'],
    ] as const) {
      const { body } = await world.ask(null, `/api/public/registry/${path}`)
      expect((JSON.parse(body) as { items: { name: string }[] }).items.map(one => one.name)).toEqual([name])
      expect(body).not.toMatch(/offer|bid"|supplier|buyer|The farm|The builder|Person/)
    }
    for (const word of ['supplierId=farm', 'sort=supplier', 'agentId=agency', 'groupId=x'])
      expect((await world.ask(null, `/api/public/registry/projects?${word}`)).statusCode).toBe(400)
    expect(
      (await world.ask(null, '/api/public/registry/projects?q=farm')).json<{ total: number }>().total,
    ).toBe(0)
  })

  it('a public credit shows its history, without names', async () => {
    const registry = await read<{ items: { id: string; serials: string[] }[] }>(
      '/api/public/registry/credits',
    )
    const [serial = ''] = registry.items.find(({ id }) => id === 'sold')?.serials ?? []
    expect(serial).toMatch(/^P\d+-20260101-1-40000$/)
    const { body } = await world.ask(null, `/api/public/credits/${serial}`)
    expect(JSON.parse(body)).toMatchObject({
      id: 'sold',
      // Nutrients only; how biodiversity counts is stated only with biodiversity units.
      biodiversitySupply: null,
      history: [
        {
          at: createEffectContext().now,
          title: 'Rights created',
          status: 'RightsCreated',
          serials: [serial],
        },
      ],
    })
    expect(body).not.toMatch(/olga|Person/)
    const within = serial.replace('-1-40000', '-101-200')
    expect(await read(`/api/public/credits/${within}`)).toMatchObject({ id: 'sold' })
    for (const none of [serial.replace('40000', '40001'), 'P1-20270230-1-2', 'sold', 'none', '%00'])
      expect((await world.ask(null, `/api/public/credits/${none}`)).statusCode).toBe(404)
  })

  it('the public calendar has every round except drafts', async () => {
    const { items } = await read<{ items: { name: string }[] }>('/api/public/rounds')
    expect(items.map(one => one.name)).toEqual(['Round 0', 'Round 1'])
    const { body } = await world.ask(null, '/api/public/rounds.ics')
    expect(body.split('\r\n')).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'DTSTART;VALUE=DATE:20260101',
        'DTEND;VALUE=DATE:20260301',
        String.raw`SUMMARY:Levels\, Round 1: Supplier registration`,
      ]),
    )
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('public statistics suppress sums of money when few winners would reveal an amount', async () => {
    expect(await read('/api/public/statistics')).toMatchObject({
      rounds: [{ id: 'settled', projects: 1, requirements: 1, surplus: null, units: [{ units: 4 }] }],
    })
  })
})
