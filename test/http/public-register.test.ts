import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BalanceSheet } from '#contract/kit/balance'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import { showDay } from '@credit-market/values/dates'
import { type World, world } from '../builders/world.ts'
import {
  formatShownFigure,
  type DownloadRequest,
  downloadRegister,
  DOWNLOAD_FORMATS,
  fetchPublicPage,
  rowsOfTable,
  sumOfUnits,
  pageText,
} from './register-pages.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const page = (path: string) => fetchPublicPage(market, path)
const download = (...asked: DownloadRequest) => downloadRegister(market, ...asked)

const ON = '2026-06-15'
const DAY = showDay(ON)

const redeemed = async () => {
  const { items } = await market.stranger.get<{
    items: {
      serials: string[]
      requirement: { id: string; name: string }
      project: { id: string; name: string }
    }[]
  }>('/api/public/registry/credits?holding=redeemed&limit=1')
  return items[0]!
}

describe('the holder of a serial', () => {
  it('is the development or investment that its units serve, with planning reference and history', async () => {
    const { serials, requirement, project } = await redeemed()
    const said = pageText(await page(`/register/credits/${serials[0]}`))
    const row = await market.store.db
      .selectFrom('requirement')
      .select('planningRef')
      .where('id', '=', requirement.id)
      .executeTakeFirstOrThrow()
    for (const expected of [
      `Who holds these units ${requirement.name}`,
      row.planningRef ?? 'an investment',
      project.name,
    ])
      expect(said).toContain(expected)
    for (const happened of [
      'Certified',
      'Divided at settlement',
      'Rights created',
      'Rights allocated',
      'Issued',
    ])
      expect(said).toContain(`${happened} `)
  })

  it('does not exist for unsold units, whose project is named', async () => {
    const { items } = await market.stranger.get<{
      items: { serials: string[]; project: { name: string } }[]
    }>('/api/public/registry/credits?holding=unsold&limit=1')
    const said = pageText(await page(`/register/credits/${items[0]!.serials[0]}`))
    expect(said).toContain(`No one yet: the units are unsold. They are supplied by ${items[0]!.project.name}`)
  })

  it('is also shown for a part of its units, and for units of several holders', async () => {
    const { serials, requirement } = await redeemed()
    const [service, day, first = '', last = ''] = serials[0]!.split('-')
    const within = `${service}-${day}-${Number(first) + 1}-${Number(last) - 1}`
    const said = pageText(await page(`/register/credits/${within}`))
    expect(said).toContain(`are part of a larger credit, ${serials[0]}`)
    expect(said).toContain(requirement.name)
    const beyond = `${service}-${day}-1-${Number(last) + 1}`
    expect(await page(`/register/credits/${beyond}`)).toContain(`href="/register/credits/${serials[0]}"`)
    for (const none of ['P999999-20260101-1-2', 'none', `${service}-20260230-1-2`])
      expect((await market.stranger.send(`/register/credits/${none}`)).status).toBe(404)
  })
})

it('the unsold units of a project are first on its page, and equal the unsold line of its balance sheet', async () => {
  const { project } = await redeemed()
  const html = await page(`/register/projects/${project.id}?on=${ON}`)
  const sheet = await market.stranger.get<BalanceSheet>(
    `/api/public/registry/projects/${project.id}/balance?on=${ON}`,
  )
  const [, ...lines] = rowsOfTable(html, 'Balance sheet')
  const column = (at: number) => lines.map(line => formatShownFigure(line[at]))
  sheet.types.forEach(({ onDay }, at) =>
    expect(column(at + 1)).toEqual([...HOLDINGS.map(holding => onDay[holding]), onDay.total]),
  )
  const [, figure = ''] = /<p class="figure">([^<]*)</.exec(html) ?? []
  expect(formatShownFigure(figure)).toBe(sheet.types[0]!.onDay.unsold)
})

describe('downloads add up to the figures on the page', () => {
  const totals = async (of: string, query: string) =>
    rowsOfTable(await page(`/register/${of}?on=${ON}${query}`), `Totals of all ${of} in this list`).slice(1)

  it.each(DOWNLOAD_FORMATS)('as %s', async format => {
    for (const [of, query] of [
      ['projects', ''],
      ['projects', '&creditType=Biodiversity'],
      ['requirements', ''],
      ['requirements', '&status=CreditsRedeemed'],
    ] as const) {
      const rows = await download(of, `&on=${ON}${query}`, format)
      const said = await totals(of, query)
      expect(said.length).toBeGreaterThan(0)
      for (const [name, certified, unsold, reserve, sold, retired] of said) {
        const label = Object.values(CREDIT_TYPE_LABELS).find(one => name!.startsWith(one))!
        const column = (...lines: string[]) =>
          sumOfUnits(lines.flatMap(line => rows.map(row => Number(row[`${label}: ${line} on ${DAY}`] ?? 0))))
        expect([of, query, name, column('certified'), column('unsold'), column('reserve')]).toEqual([
          of,
          query,
          name,
          formatShownFigure(certified),
          formatShownFigure(unsold),
          formatShownFigure(reserve),
        ])
        expect(column('rights created', 'rights allocated', 'issued', 'redeemed')).toBe(
          formatShownFigure(sold),
        )
        expect(column('retired')).toBe(formatShownFigure(retired))
      }
    }
    const credits = await download('credits', `&on=${ON}`, format)
    const sheetRows = rowsOfTable(await page(`/register/balance?on=${ON}`), 'Balance sheet')
    const balance = await download('balance', `&on=${ON}`, format)
    expect(balance).toHaveLength(3)
    balance.forEach((row, at) => {
      const label = String(row['Credit type'])
      const said = sheetRows.map(line => line[at + 1])
      expect(said[0]).toMatch(label)
      HOLDINGS.forEach((holding, line) => {
        const its = credits.filter(
          one => one['Credit type'] === label && one.Holding === HOLDING_LABELS[holding],
        )
        const units = sumOfUnits(its.map(one => Number(one[`Units on ${DAY}`])))
        expect([label, holding, units, Number(row[`${HOLDING_LABELS[holding]} on ${DAY}`])]).toEqual([
          label,
          holding,
          formatShownFigure(said[line + 1]),
          formatShownFigure(said[line + 1]),
        ])
      })
      expect(Number(row[`Certified on ${DAY}`])).toBe(formatShownFigure(said.at(-1)))
    })
    expect(await totals('credits', '')).toEqual(
      (await totals('projects', '')).map(row => [expect.stringContaining(row[0]!), ...row.slice(1)]),
    )
  })

  it('and every row has its area code', async () => {
    const [row] = await download('projects', '', 'geojson')
    expect(row).toMatchObject({
      'Planning authority': 'Test Valley',
      'Planning authority code': 'TestValley',
    })
  })
})

describe('the register search', () => {
  const found = async (q: string) =>
    (
      await market.stranger.get<{
        items: { kind: string; name: string; why: string; lpa: { name: string } | null }[]
      }>(`/api/public/registry/search?q=${encodeURIComponent(q)}`)
    ).items

  it('finds by serial, name, planning reference and place, and links to its hits', async () => {
    const { serials, requirement, project } = await redeemed()
    const { planningRef } = await market.store.db
      .selectFrom('requirement')
      .select('planningRef')
      .where('planningRef', 'is not', null)
      .where('status', '=', 'CreditsRedeemed')
      .executeTakeFirstOrThrow()
    const shown = async (q: string) => page(`/register?q=${encodeURIComponent(q)}`)
    expect(await shown(serials[0]!)).toContain(`href="/register/credits/${serials[0]}"`)
    expect(await shown(serials[0]!.toLowerCase().replaceAll('-', ' - '))).toContain(serials[0])
    expect(await shown(project.name)).toContain(`href="/register/projects/${project.id}"`)
    expect(await shown(requirement.name)).toContain(`href="/register/requirements/${requirement.id}"`)
    expect(await shown(planningRef!)).toContain('Planning reference')
    expect((await found('Winchester')).map(({ why }) => why)).toContain('Planning authority: Winchester')
    expect(pageText(await shown('no such thing'))).toContain(
      'Nothing in the register matches “no such thing”',
    )
  })

  it('finds nothing by unpublished data, and only results of settled rounds', async () => {
    const { db } = market.store
    const sold = await db
      .selectFrom('project')
      .innerJoin('organisation', 'organisation.id', 'project.supplierId')
      .select(['organisation.name as owner', 'gridReference'])
      .where('project.status', '=', 'Monitoring')
      .where('gridReference', 'is not', null)
      .execute()
    for (const { owner, gridReference } of sold) {
      expect(await found(owner)).toEqual([])
      // A grid reference finds the whole authority that contains it, wherever in it an item is.
      const [letters = '', east = '', north = ''] = gridReference!.split(' ')
      const besides = `${letters} ${east.slice(0, 2)} ${north.slice(0, 2)}`
      const names = async (q: string) => (await found(q)).map(({ name }) => name)
      expect(await names(gridReference!)).toEqual(await names(besides))
    }
    const offered = await db
      .selectFrom('creditBlock')
      .innerJoin('credit', 'credit.id', 'creditBlock.creditId')
      .innerJoin('project', 'project.id', 'credit.projectId')
      .select(['serial', 'project.name'])
      .where('credit.status', '=', 'Bid')
      .executeTakeFirstOrThrow()
    expect(await found(offered.serial)).toEqual([])
    expect(await found(offered.name)).toEqual([])
    expect((await market.stranger.send(`/register/credits/${offered.serial}`)).status).toBe(404)
  })
})

it('no page or download contains names of people or companies, addresses, grid references or amounts of money', async () => {
  const { db } = market.store
  const { serials, requirement, project } = await redeemed()
  const [organisations, users, places] = await Promise.all([
    db.selectFrom('organisation').select('name').execute(),
    db.selectFrom('user').select('displayName as name').execute(),
    db
      .selectFrom('project')
      .select(['nearAddress', 'gridReference'])
      // The owners of these show the exact place to everyone.
      .where('placePrecision', '<>', 'exact')
      .execute(),
  ])
  const secret = [
    ...organisations.map(({ name }) => name),
    ...users.map(({ name }) => name),
    ...places.flatMap(({ gridReference }) => gridReference ?? []),
    '£',
  ]
  const paths = ['', '/projects', '/requirements', '/credits', '/balance', '?q=somerset']
  const things = [`/projects/${project.id}`, `/requirements/${requirement.id}`, `/credits/${serials[0]}`]
  const all: string[] = []
  for (const path of [...paths, ...things]) all.push(await page(`/register${path}`))
  for (const of of ['projects', 'requirements', 'credits'])
    all.push(JSON.stringify(await download(of, '', 'geojson')))
  expect(secret.filter(one => all.some(said => said.includes(one)))).toEqual([])
})

it('lists are filtered, sorted, paged and dated through their addresses', async () => {
  const first = await page('/register/credits?creditType=Biodiversity&sort=created&on=2027-01-01')
  expect(first).toMatch(/<option value="Biodiversity" selected>/)
  expect(first).toContain('as at 1 Jan 2027')
  const [, next = ''] = /href="([^"]*cursor=[^"]*)">Next page/.exec(first) ?? []
  const second = await page(next.replaceAll('&#38;', '&'))
  const serialsOn = (html: string) =>
    [...html.matchAll(/\/register\/credits\/([^"?]+)/g)].map(([, one]) => one)
  expect(serialsOn(first)).toHaveLength(25)
  expect(serialsOn(second).length).toBeGreaterThan(0)
  expect(serialsOn(second).filter(serial => serialsOn(first).includes(serial))).toEqual([])
  expect(second).toContain('First page')
  const refused = await market.stranger.send('/register/credits?supplierId=SU01')
  expect(refused.status).toBe(400)
})

it('pages are cached with a validator, and downloads are not', async () => {
  const { headers } = await market.stranger.send('/register/projects')
  const again = await market.stranger.send('/register/projects', {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  const file = await fetch(`${market.url}/api/public/registry/balance/download`)
  expect([file.headers.get('cache-control'), file.headers.get('content-disposition')]).toEqual([
    'no-store',
    'attachment; filename="balance.csv"',
  ])
})

it('downloads are limited per address and minute', async () => {
  const asked: number[] = []
  while (!asked.includes(429) && asked.length < 100)
    asked.push((await fetch(`${market.url}/api/public/registry/balance/download`)).status)
  expect(asked.at(-1)).toBe(429)
  expect((await market.stranger.send('/register/balance')).status).toBe(200)
})
