import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { LISTED_NOUNS } from '#contract/nouns/nouns'
import { sampleRow, startWorld, type World } from './world.ts'

/** Texts that a spreadsheet would take for a formula, or that could break out of a cell. */
const DANGEROUS = [
  '=1+1',
  '+44',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  "=cmd|'/c calc'!A1",
  '=HYPERLINK("http://evil.example","x")',
  '+cmd|x',
  '-1',
  '@x',
  '=1,2',
  '="a""b"',
  '=\n1',
  '=1;2',
  '--1',
  '=@x',
  '+=1',
  '=<b>&amp;',
  '=\u202E1',
  '=1\r\n=2',
]

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...DANGEROUS.map((name, index) =>
      sampleRow('organisation', { id: `d${index}`, name, contact: name, csvId: `D${index}`, lpaId: null }),
    ),
    ...DANGEROUS.map((name, index) =>
      sampleRow('project', {
        id: `p${index}`,
        name,
        supplierId: `d${index}`,
        roundId: 'bidding',
        agentId: null,
        groupId: null,
        status: 'Draft',
        offer: null,
        offeredAt: null,
        unchangedSinceRoundId: null,
        endedAs: null,
      }),
    ),
  )
})
afterAll(() => world.close())

const sheetOf = (workbook: Buffer): string => {
  const name = 'xl/worksheets/sheet1.xml'
  const directory = workbook.lastIndexOf(name) - 46
  const offset = workbook.readUInt32LE(directory + 42)
  const begin = offset + 30 + workbook.readUInt16LE(offset + 26) + workbook.readUInt16LE(offset + 28)
  return inflateRawSync(workbook.subarray(begin, begin + workbook.readUInt32LE(directory + 20))).toString()
}

it.each(LISTED_NOUNS.map(({ list }) => list))(
  '/api/%s can be downloaded as CSV and as a workbook in which no cell is a formula',
  async list => {
    const csv = await world.ask('olga', `/api/${list}?format=csv`)
    expect(csv.statusCode).toBe(200)
    const rows = parse(csv.payload, { bom: true })
    expect(rows.flat().filter(cell => /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual(
      [],
    )

    const xlsx = await world.ask('olga', `/api/${list}?format=xlsx`)
    expect(xlsx.statusCode).toBe(200)
    const sheet = sheetOf(xlsx.rawPayload)
    expect(sheet).not.toMatch(/<f[ >]/)
    expect([...sheet.matchAll(/<row>/g)]).toHaveLength(rows.length)
    const texts = [...sheet.matchAll(/<t [^>]*>([^<]*)</g)].map(([, text]) => text ?? '')
    expect(texts.filter(text => /^[=+\-@\t\r\n]/.test(text))).toEqual([])
  },
)

it('unit columns name their date, next to the full schedule in words', async () => {
  const columns = async (list: string, on: string) => {
    const csv = await world.ask('olga', `/api/${list}?format=csv&on=${on}`)
    const [titles = [], ...rows] = parse(csv.payload, { bom: true })
    const at = titles.findIndex(title => /^(Units|Biodiversity units) on /.test(title))
    return [
      titles.slice(at, at + 2),
      ...rows.filter(([name]) => name === 'service' || name === 'Sedge').map(row => row.slice(at, at + 2)),
    ]
  }
  await sql`update service set gains_per_year = '{0,12500}', baseline_units_lost = 0`.execute(world.store.db)
  expect(await columns('credits', '2028-01-01')).toEqual([
    ['Units on 1 Jan 2028', 'Units over time'],
    ['1.25', '1.25 from 31 Dec 2027'],
  ])
  expect(await columns('projects', '2027-12-30')).toEqual([
    ['Biodiversity units on 30 Dec 2027', 'Biodiversity units over time'],
    ['0', '1.25 from 31 Dec 2027'],
  ])
})

it('a dangerous name is written as text in a downloaded list, unchanged after its prefix', async () => {
  const csv = await world.ask('olga', '/api/organisations?format=csv')
  const names = parse(csv.payload, { bom: true }).map(([name]) => name)
  for (const name of DANGEROUS) expect(names).toContain(`'${name}`)
})

it('a long list is downloaded completely, each row once and in order', async () => {
  const many = Array.from({ length: 2500 }, (_, n) => `Many ${1000 + n}`)
  await sql`insert into organisation (id, type, name)
    select 'many-' || n, 'PARTICIPANT', 'Many ' || n from generate_series(1000, 3499) as n`.execute(
    world.store.db,
  )
  const names = async (sort: string) => {
    const csv = await world.ask('olga', `/api/organisations?format=csv&q=many&sort=${sort}`)
    return parse(csv.payload, { bom: true })
      .slice(1)
      .map(([name]) => name)
  }
  expect(await names('name')).toEqual(many)
  expect(await names('-type')).toEqual(many)
  expect(await names('-name')).toEqual(many.toReversed())
})

describe('a download larger than the buffers on its way', () => {
  const inUse = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%from everything'`.execute(
      world.store.db,
    )
    return rows
  }
  /** A client that has read the first part, and pauses until the test lets it continue. */
  const begun = async (format: string): Promise<IncomingMessage> => {
    const { port } = world.app.server.address() as AddressInfo
    const path = `/api/organisations?format=${format}&q=long`
    const cookie = await world.cookieOf('olga')
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers: { cookie } }, resolve).on('error', reject)
    })
    onTestFinished(() => void answer.destroy())
    return answer.pause()
  }

  beforeAll(async () => {
    await sql`insert into organisation (id, type, name, contact)
      select 'long-' || n, 'PARTICIPANT', 'Long ' || n, string_agg(md5(n || '-' || part), '')
      from generate_series(1, 12000) as n, generate_series(1, 60) as part group by n`.execute(world.store.db)
    await world.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each(['csv', 'xlsx'])(
    'as %s is recognisably incomplete when the database is lost midway',
    async format => {
      const answer = await begun(format)
      expect(answer.statusCode).toBe(200)
      await expect.poll(inUse).toHaveLength(1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%from everything' and pid <> pg_backend_pid()`.execute(
        world.store.db,
      )
      await expect(answer.resume().toArray()).rejects.toThrow('aborted')
      expect(answer.complete).toBe(false)
    },
  )

  it('is one of five at once; a sixth is asked to try again', async () => {
    const answers = await Promise.all(['csv', 'csv', 'xlsx', 'csv', 'csv'].map(begun))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const sixth = await world.ask('olga', '/api/organisations?format=csv')
    expect(sixth.statusCode).toBe(503)
    expect(sixth.json()).toEqual({ error: 'Too many lists are being downloaded; try again in a moment' })
    for (const answer of answers) answer.destroy()
    await expect.poll(async () => (await world.ask('olga', '/api/markets?format=csv')).statusCode).toBe(200)
  })

  it('leaves nothing open in the database when its client has gone', async () => {
    const answer = await begun('csv')
    await expect.poll(inUse).toHaveLength(1)
    answer.destroy()
    await expect.poll(inUse).toEqual([])
  })
})
