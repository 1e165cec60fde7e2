import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { createMetricWorkbook } from '../books/made.ts'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const send = (place: string, content?: Buffer, name = 'metric.xlsx') => {
  const form = new FormData()
  form.set('place', place)
  if (content) form.set('file', new File([new Uint8Array(content)], name))
  return fetch(new URL('/desk/need/workbook', market.url), { method: 'POST', body: form, redirect: 'manual' })
}
const refused = async (answer: Response): Promise<string> => {
  const body = await answer.text()
  return /<p class="desk-error" id="workbook-error" role="alert">([^<]*)</.exec(body)?.[1] ?? body
}
const kept = async () => ({
  documents: await market.store.db.selectFrom('filedDocument').select('id').execute(),
  inspections: await market.store.db.selectFrom('inspection').select('id').execute(),
})

/** A site that loses 16 units, so that 17.6 are owed with the net gain, and makes some itself. */
const bookThatMakes = (units: number): Buffer =>
  createMetricWorkbook('4.1', {
    'A-1 On-Site Habitat Baseline': {
      ...{ D11: 1, E11: 'Grassland', F11: 'Modified grassland', H11: 4, K11: 'Moderate', Q11: 16, X11: 16 },
    },
    'A-2 On-Site Habitat Creation': {
      ...{ D11: 'Grassland', E11: 'Lowland meadows', G11: 1.4, J11: 'Good', S11: 20, Y11: units },
    },
  })

it('answers with what a development has to buy: its baseline and 10 percent, less what it keeps and makes', async () => {
  const before = await kept()
  const answer = await send('Taunton', bookThatMakes(6.5))
  expect(answer.status).toBe(303)
  const to = new URL(answer.headers.get('location') ?? '', market.url)
  expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
    '/desk/need',
    { place: 'Taunton', biodiversity: '11.1', habitat: expect.stringContaining('Modified grassland') },
  ])
  const page = await market.stranger.send(`${to.pathname}${to.search}`)
  expect(page.status).toBe(200)
  expect(String(page.body)).toContain('11.10 biodiversity units')
  expect(await kept()).toEqual(before)
})

it('counts hedgerows, and a site that makes up for 110 percent has to buy nothing', async () => {
  const hedge = createMetricWorkbook('4.1', {
    'B-1 On-Site Hedge Baseline': {
      ...{ B11: 1, D11: 'Native hedgerow', E11: 0.4, H11: 'Moderate', N11: 1.6, U11: 1.6 },
    },
  })
  const answer = await send('Taunton', hedge)
  const to = new URL(answer.headers.get('location') ?? '', market.url)
  expect([answer.status, to.searchParams.get('biodiversity')]).toEqual([303, '1.76'])
})

it('says which rows have no units instead of counting them as none', async () => {
  const unsaved = createMetricWorkbook('4.1', {
    'A-1 On-Site Habitat Baseline': {
      ...{ D11: 1, E11: 'Grassland', F11: 'Modified grassland', H11: 4, K11: 'Moderate', Q11: 16, X11: 16 },
    },
    'A-2 On-Site Habitat Creation': { D11: 'Grassland', E11: 'Meadows of home', G11: 1.4 },
  })
  const answer = await send('Taunton', unsaved)
  expect([answer.status, await refused(answer)]).toEqual([
    422,
    expect.stringContaining('We do not know the units of A-2 row 11'),
  ])
})

it('refuses what it cannot read, with the place kept and the remedy', async () => {
  expect(await refused(await send('Taunton'))).toBe('Choose the workbook of your development, an Excel file')
  const text = await send('Wells <b>', Buffer.from('not a workbook'))
  expect(text.status).toBe(415)
  expect(await refused(text)).toMatch(/^This type of file is not accepted/)
  const page = await (await send('Wells <b>', Buffer.from('not a workbook'))).text()
  expect(page).toContain('value="Wells &#60;b&#62;"')
  const empty = await send('Taunton', readFileSync(join(projectRoot, 'test/books/metric-4.1-empty.xlsm')))
  expect([empty.status, await refused(empty)]).toEqual([
    422,
    'The metric workbook contains no habitats. Fill in sheets A-1 to F-3, save it and upload it again.',
  ])
  const enough = await send('Taunton', bookThatMakes(17.6))
  expect([enough.status, await refused(enough)]).toEqual([422, expect.stringContaining('We found no area')])
})

it('refuses a file that is too large before it is read', async () => {
  const answer = await send('Taunton', Buffer.alloc(25 * 1024 * 1024 + 20_000))
  expect([answer.status, await refused(answer)]).toEqual([413, 'The file is larger than 25 Mb'])
})
