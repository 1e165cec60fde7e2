import { afterAll, beforeAll, expect, it } from 'vitest'
import { suggestPlanningAuthorities } from '#server/place/authorities-meant'
import { type World, world } from '../builders/world.ts'
import { fetchPublicPage, pageText, rowsOfTable } from './register-pages.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const page = (path: string) => fetchPublicPage(market, path)
const found = async (q: string) =>
  (
    await market.stranger.get<{
      items: { kind: string; name: string; why: string; lpa: { name: string } | null }[]
    }>(`/api/public/registry/search?q=${encodeURIComponent(q)}`)
  ).items

it('finds by the authority of a former district’s town, and of a grid reference', async () => {
  const whys = async (q: string) => [...new Set((await found(q)).map(({ why }) => why))]
  expect(await whys('Somerset West')).toEqual(['Planning authority of Somerset West and Taunton: Somerset'])
  expect(await whys('Mendip District Council')).toEqual(['Planning authority of Mendip: Somerset'])
  expect(await whys('ST 436 211')).toEqual(['Planning authority of ST 436 211: Somerset'])
  const there = (await found('ST 436 211')).map(({ lpa }) => lpa?.name)
  expect([...new Set(there)]).toEqual(['Somerset'])
})

it.each([
  ['Taunton', 'Planning authority of Taunton: Somerset'],
  ['bridgwater', 'Planning authority of Bridgwater: Somerset'],
  ['Burnham on sea', 'Planning authority of Burnham-on-Sea: Somerset'],
])('finds by the authority of the town %s, which has another name', async (town, why) => {
  const items = await found(town)
  expect(new Set(items.map(one => one.why))).toEqual(new Set([why]))
  expect(new Set(items.map(({ lpa }) => lpa?.name))).toEqual(new Set([why.split(': ')[1]]))
})

it('names every authority with a town of that name, and none for a part of a name', async () => {
  const meant = async (typed: string) =>
    (await suggestPlanningAuthorities(typed, market.store.db)).map(({ why }) => why)
  expect((await meant('Newport')).toSorted()).toEqual([
    'Planning authority of Newport: East Riding of Yorkshire',
    'Planning authority of Newport: Isle of Wight',
    'Planning authority of Newport: Telford and Wrekin',
    'Planning authority of Newport: Uttlesford',
  ])
  expect(await meant('Romsey')).toEqual(['Planning authority of Romsey: Test Valley'])
  expect(await meant('Keswick')).toEqual(['Planning authority of Keswick: Lake District National Park'])
  expect(await meant('Yeov')).toEqual([])
})

it('shows its content on its first page, with an example that it finds', async () => {
  const html = await page('/register')
  const [, serial = ''] = /looks like\s*<a href="[^"]*">([^<]*)<\/a>/.exec(html) ?? []
  expect((await found(serial)).map(({ kind }) => kind)).toContain('credit')
  expect(await found(serial.split('-')[0]!)).not.toEqual([])
  const said = pageText(html)
  for (const of of ['projects', 'requirements', 'credits']) expect(html).toContain(`href="/register/${of}"`)
  const { total } = await market.stranger.get<{ total: number }>('/api/public/registry/projects')
  expect(said).toContain(`${total} projects`)
  expect(said).toContain('still available')
})

it('shows a map of its projects and its newest entries, the newest first', async () => {
  const html = await page('/register')
  expect(html).toContain('aria-label="Projects of the register on a map"')
  const rows = rowsOfTable(html, 'Newest entries').slice(1)
  expect(rows.length).toBeGreaterThan(2)
  const days = [...html.matchAll(/<time datetime="([^"]+)">/g)].map(([, day = '']) => day)
  expect(days).toHaveLength(rows.length)
  expect(days).toEqual(days.toSorted().toReversed())
  // Each entry is on the page of the credit that it is about.
  const [name = '', happened = ''] = rows[0]!
  const [, id = ''] = new RegExp(`href="/register/projects/([^"]+)">${name}<`).exec(html) ?? []
  const { items } = await market.stranger.get<{ items: { serials: string[] }[] }>(
    `/api/public/registry/credits?projectId=${id}`,
  )
  const histories = await Promise.all(
    items.map(({ serials }) => page(`/register/credits/${encodeURIComponent(serials[0]!)}`)),
  )
  expect(histories.some(history => pageText(history).includes(happened))).toBe(true)
})

it('says how many results a search has, and explains the search only where there are none', async () => {
  expect(pageText(await page('/register?q=Taunton'))).toMatch(/\d+ results for “Taunton”/)
  const none = pageText(await page('/register?q=qqqq'))
  expect(none).toContain('Nothing in the register matches “qqqq”')
  expect(none).toContain('A serial looks like')
})

it('says what a development will hold, before its units begin', async () => {
  const lead = pageText(await page('/register/requirements/R509'))
  expect(lead).toMatch(/Units held, biodiversity units: 9\.80 from \d+ \w{3,4} \d{4}\./)
  expect(lead).not.toContain('0.00 biodiversity units')
})
