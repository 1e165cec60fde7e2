import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { downloadColumns } from '#contract/columns/column'
import { COLUMNS } from '#contract/columns/index'
import { type Person, type Subject, type Upload, world, type World } from '../builders/world.ts'

const FIRST = 'RD-SOM-1'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
})
afterAll(() => market.close())

type Format = 'csv' | 'xlsx'
type Row = Record<string, string>

const downloaded = async (list: string, roundId: string, format: Format): Promise<Upload> => {
  const answer = await fetch(`${market.url}/api/${list}?marketRoundId=${roundId}&format=${format}`, {
    headers: { cookie: await market.cookieOf('operator') },
  })
  return { name: `${list}.${format}`, content: Buffer.from(await answer.arrayBuffer()) }
}

/** The answers of a download to the columns of an import. */
const asked = async (kind: keyof typeof COLUMNS, list: string, roundId: string): Promise<Row[]> => {
  const { content } = await downloaded(list, roundId, 'csv')
  const rows: Row[] = parse(Buffer.from(content), { bom: true, columns: true })
  const columns = downloadColumns(COLUMNS[kind])
    .filter(([, , column]) => column.imports || column.isCapacity)
    .map(([heading]) => heading)
  return rows.map(row => Object.fromEntries(columns.map(heading => [heading, row[heading] ?? ''])))
}

/** A new round of a new market, which trades the same in the same places. */
const anotherRound = async (name: string): Promise<Subject<'round'> & { id: string }> => {
  const { context } = await operator.does('CreateMarket', { kind: 'markets' }, { name })
  const [like] = await market.store.read.list('round', { id: FIRST })
  const made = await operator.does(
    'CreateRound',
    { kind: 'rounds' },
    {
      marketId: context.id,
      name: 'Round 1',
      services: like!.services,
      standardIds: like!.standardIds,
      projectTypeIds: like!.projectTypeIds,
      ncaIds: like!.ncaIds,
      lpaIds: like!.lpaIds,
      subcatchmentIds: like!.subcatchmentIds,
      bidderType: like!.bidderType,
      ampEnd: like!.ampEnd,
    },
  )
  return { kind: 'round', id: made.context.id }
}

it.each(['csv', 'xlsx'] as const)(
  'lists of a round, downloaded as %s, can be imported into another market’s round and downloaded unchanged',
  async format => {
    const projects = await downloaded('projects', FIRST, format)
    const requirements = await downloaded('requirements', FIRST, format)
    const round = await anotherRound(`Copied by ${format}`)
    // One file for both buyers and investors: each import takes its own rows.
    const lists = { suppliers: projects, buyers: requirements, investors: requirements }
    const { sentences } = await operator.rehearses('ImportData', round, {}, lists)
    expect(sentences).toContain('No organisations will be changed')
    expect(sentences.join('\n')).toMatch(/Not imported from the suppliers: Market, Market round, Status, /)
    expect(sentences.join('\n')).toMatch(/rows of the investors are for another file/)
    await operator.does('ImportData', round, {}, lists)

    const before = await asked('project', 'projects', FIRST)
    expect(before.length).toBeGreaterThan(10)
    expect(before.map(row => row['CSV ID'])).not.toContain('')
    for (const heading of ['Type', 'NCA', 'LPA', 'Subcatchment', 'Mitigation durations', 'Grid reference'])
      expect(before.some(row => row[heading] !== '')).toBe(true)
    expect(await asked('project', 'projects', round.id)).toEqual(before)
    const needed = await asked('requirement', 'requirements', FIRST)
    expect(new Set(needed.map(row => row['Type']))).toEqual(new Set(['Buyer', 'Investor']))
    expect(await asked('requirement', 'requirements', round.id)).toEqual(needed)

    // Importing the same again changes nothing.
    const again = { suppliers: await downloaded('projects', round.id, format) }
    const counts = await market.store.read.list('project', { roundId: round.id })
    await operator.does('ImportData', round, {}, again)
    expect(await market.store.read.list('project', { roundId: round.id })).toHaveLength(counts.length)
  },
)

it('an error in a downloaded row is named by the heading of the download', async () => {
  const round = await anotherRound('Wrong')
  const content = Buffer.from('CSV ID,Project,Fixed term,Status,Offer\r\nSOM-S-01,Marsh,perhaps,Draft,1\r\n')
  const answer = await operator.tries('ImportData', round, {}, { suppliers: { name: 'a.csv', content } })
  expect(answer.body).toEqual([
    { field: 'suppliers', message: expect.stringContaining('Row 1, column Offer: there is no such column.') },
  ])
  const without = Buffer.from('CSV ID,Project,Fixed term,Status\r\nSOM-S-01,Marsh,perhaps,Draft\r\n')
  const refused = await operator.tries(
    'ImportData',
    round,
    {},
    { suppliers: { name: 'a.csv', content: without } },
  )
  expect(refused.body).toEqual([
    {
      field: 'suppliers',
      message: 'Row 2, column Fixed term: “perhaps” is neither Yes nor No. Correct this cell.',
    },
  ])
})
