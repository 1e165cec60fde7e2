import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Preparation } from '#contract/project/preparation'
import type { WorkbookView } from '#contract/project/workbook'
import { createMetricWorkbook, packWorkbook, workbookPartsOf, sheetXml } from '../books/made.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let market: World
beforeAll(async () => {
  const services = ['Biodiversity', 'NutrientMitigationPhosphorous'] as const
  market = await startWorld(
    sampleRow('projectType', { id: 'Meadows', name: 'Meadows' }),
    sampleRow('round', {
      ...{ id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null },
      ...{ services: [...services], projectTypeIds: ['WetlandCreation', 'Meadows'] },
    }),
    ...(['held', 'typed'] as const).map(id =>
      sampleRow('project', {
        ...{ id, name: id, supplierId: 'farm', roundId: 'open', typeId: 'WetlandCreation' },
        ...{ status: id === 'held' ? 'Draft' : 'Registered', unchangedSinceRoundId: null, endedAs: null },
        ...{ agentId: null, groupId: null, offer: null, offeredAt: null },
      }),
    ),
    sampleRow('service', {
      ...{ id: 'reeds', projectId: 'typed', type: 'Biodiversity', status: 'Draft', module: 'Area' },
      ...{ broadHabitat: 'Wetland', habitatType: 'Reedbeds', distinctiveness: 'High', condition: 'Moderate' },
      ...{ size: 25_000, sizeUnit: 'Ha', gainsPerYear: [], baselineUnitsLost: null, decision: null },
      ...{ yearsToTargetCondition: null, units: null, standardId: null },
    }),
    sampleRow('requirement', {
      ...{ id: 'plots', name: 'Plots', buyerId: 'builder', roundId: 'open', status: 'Draft', type: 'Buyer' },
      ...{ agentId: null, groupId: null, bid: null, bidAt: null, endedAs: null },
    }),
    sampleRow('requirement', {
      ...{ id: 'fund', name: 'Fund', buyerId: 'builder', roundId: 'open', status: 'Draft', type: 'Investor' },
      ...{ agentId: null, groupId: null, bid: null, bidAt: null, endedAs: null, creditType: null },
      ...{ units: null, module: null, broadHabitat: null, distinctiveness: null, isDivisible: null },
    }),
  )
})
afterAll(() => market.close())

const BOOK = createMetricWorkbook('4.1', {
  'A-1 On-Site Habitat Baseline': {
    ...{ D11: 1, E11: 'Grassland', F11: 'Modified grassland', H11: 4, K11: 'Moderate', Q11: 16, X11: 16 },
  },
  'A-2 On-Site Habitat Creation': {
    ...{ D11: 'Wetland', E11: 'Reedbeds', G11: 2.6, J11: 'Moderate', S11: 6, Y11: 18.7311 },
    ...{ D12: 'Grassland', E12: 'Lowland meadows', G12: 1.4, J12: 'Good', S12: 20, Y12: 7.5 },
  },
})

const send = async (
  who: string,
  path: string,
  values: object,
  file?: { field: string; content: Buffer; name?: string },
  preview = false,
) => {
  if (!file)
    return market.ask(who, path, { method: 'POST', payload: { values, ...(preview && { preview }) } })
  const boundary = 'the-boundary-of-parts'
  const part = (head: string, body: Buffer | string) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n']
  const payload = Buffer.concat(
    [
      ...part(
        'content-disposition: form-data; name="submission"',
        JSON.stringify({ values, ...(preview && { preview }) }),
      ),
      ...part(
        `content-disposition: form-data; name="${file.field}"; filename="${file.name ?? 'metric.xlsm'}"\r\ncontent-type: application/octet-stream`,
        file.content,
      ),
      `--${boundary}--\r\n`,
    ].map(piece => Buffer.from(piece)),
  )
  return market.ask(who, path, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
}
const metric = { field: 'biodiversityMetric', content: BOOK }
const read = async <T>(who: string, path: string): Promise<T> => (await market.ask(who, path)).json<T>()
const booksOf = async (who: string, path: string) =>
  (await read<{ workbooks: WorkbookView[] }>(who, path)).workbooks
const taskOf = async () =>
  (await read<{ preparation: Preparation }>('fay', '/api/project/held')).preparation.tasks.find(
    ({ id }) => id === 'ReadWorkbook',
  )

it('a workbook is an optional task of a draft, done after one is read, and kept with its hash', async () => {
  expect(await taskOf()).toMatchObject({ title: 'Workbook', state: 'optional', missing: [] })
  expect((await send('fay', '/api/project/held/action/ReadWorkbook', {}, metric)).statusCode).toBe(200)
  expect(await taskOf()).toMatchObject({ state: 'done' })
  const [book] = await booksOf('fay', '/api/project/held')
  expect(book).toMatchObject({
    name: 'Biodiversity metric 4.1',
    sha256: createHash('sha256').update(BOOK).digest('hex'),
    readBy: 'Person fay',
    lines: [{ says: 'Grassland - Modified grassland', units: 16, worked: 16 }, { units: 18.7311 }, {}],
    atReading: book?.differences.length,
  })
  const file = await market.ask('fay', book?.document.links.self ?? '')
  expect(file.rawPayload.equals(BOOK)).toBe(true)
})

it('differences from what was typed are shown before filing, with sheet, cell and both figures', async () => {
  const path = '/api/project/typed/action/ReadWorkbook'
  const { sentences } = (await send('olga', path, {}, metric, true)).json<{ sentences: string[] }>()
  expect(sentences).toContain(
    'Size: the workbook says 2.60 ha (A-2 On-Site Habitat Creation, cell G11), the typed value is 2.50 ha',
  )
  expect(sentences).toContain(
    'Service: the workbook says Grassland - Lowland meadows, 1.40 ha (A-2 On-Site Habitat Creation, cell E12), no value was typed',
  )
  expect(await booksOf('olga', '/api/project/typed')).toEqual([])
})

it('the operator fills services from chosen, corrected or added rows, and sees remaining differences', async () => {
  await send('olga', '/api/project/typed/action/ReadWorkbook', {}, metric)
  expect(
    await read('olga', '/api/project/typed/action/AddScreeningOutcome').then(
      form => (form as { warnings?: object[] }).warnings,
    ),
  ).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'workbook-differs' })]))
  const path = '/api/project/typed/action/FillFromWorkbook'
  const values = { lines: ['A-2!11', 'A-2!12'], mitigationBegins: '2027-01-01' }
  const { sentences } = (await send('olga', path, values, undefined, true)).json<{ sentences: string[] }>()
  expect(sentences[0]).toBe('Wetland - Reedbeds, 2.60 ha (A-2, row 11): the typed values will be corrected')
  expect((await send('olga', path, values)).statusCode).toBe(200)
  const services = await market.store.read.list('service', { projectId: 'typed' })
  // Each takes its share by size of the 16 units lost: no existing unit is sold as new.
  expect(services).toMatchObject([
    { id: 'reeds', size: 26_000, baselineUnitsLost: 104_000, yearsToTargetCondition: 6 },
    {
      habitatType: 'LowlandMeadows',
      size: 14_000,
      baselineUnitsLost: 56_000,
      mitigationBegins: '2027-01-01',
    },
  ])
  expect(services[0]?.gainsPerYear).toEqual([0, 0, 0, 0, 0, 0, 187_311])
  const [book] = await booksOf('olga', '/api/project/typed')
  expect(book?.differences.every(({ what }) => what === 'Units by our tables')).toBe(true)
})

it('a buyer copies a loss into the credits of a requirement, only after choosing it', async () => {
  const at = '/api/requirement/plots'
  expect((await send('bob', `${at}/action/ReadWorkbook`, {}, metric)).statusCode).toBe(200)
  const before = await market.store.read.one('requirement', 'plots')
  expect(before).toMatchObject({ creditType: 'NutrientMitigationPhosphorous' })
  const values = { need: 'ModifiedGrassland', bioIsDivisible: true }
  expect((await send('bob', `${at}/action/FillFromWorkbook`, values)).statusCode).toBe(200)
  expect(await market.store.read.one('requirement', 'plots')).toMatchObject({
    ...{ creditType: 'Biodiversity', bioBroadHabitat: 'Grassland', bioDistinctiveness: 'Low' },
    ...{
      bioUnits: 160_000,
      bioHabitatType: 'ModifiedGrassland',
      bioIsDivisible: true,
      nutrientOngoingUnits: null,
    },
  })
})

it('a calculator fills permanent needs, and those until treatment works are upgraded', async () => {
  const content = packWorkbook(
    workbookPartsOf({
      Final_nutrient_budgets: sheetXml({
        ...{ B4: 'Annual phosphorus load to mitigate until 2030', C4: 6.25 },
        ...{ B5: 'Annual phosphorus load to mitigate post 2030', C5: 2.5 },
      }),
    }),
  )
  const at = '/api/requirement/plots'
  const wrong = await send('bob', `${at}/action/ReadWorkbook`, {}, { field: 'biodiversityMetric', content })
  expect(wrong.json()).toMatchObject([
    { field: 'biodiversityMetric', message: expect.stringMatching('calculator') },
  ])
  const filed = await send(
    'bob',
    `${at}/action/ReadWorkbook`,
    {},
    { field: 'budgetCalculator', content, name: 'b.xlsx' },
  )
  expect(filed.statusCode).toBe(200)
  const values = { need: 'NutrientMitigationPhosphorous', nutrientAcceptOngoingOnly: false }
  expect((await send('bob', `${at}/action/FillFromWorkbook`, values)).statusCode).toBe(200)
  expect(await market.store.read.one('requirement', 'plots')).toMatchObject({
    ...{ creditType: 'NutrientMitigationPhosphorous', nutrientType: 'both', bioUnits: null },
    ...{ nutrientOngoingUnits: 25_000, nutrientAdditionalUnits: 37_500 },
  })
})

it('a calculator corrects the nutrient services of a project and adds missing ones', async () => {
  const content = packWorkbook(
    workbookPartsOf({
      Final_nutrient_budgets: sheetXml({
        ...{ B4: 'Net change in total phosphorus from land use change', C4: -2.5 },
        ...{ B5: 'Annual phosphorus load to mitigate', C5: 1.5 },
      }),
    }),
  )
  const at = '/api/project/typed/action'
  const file = { field: 'budgetCalculator', content, name: 'b.xlsx' }
  expect((await send('olga', `${at}/ReadWorkbook`, {}, file)).statusCode).toBe(200)
  const saved = 'Final_nutrient_budgets!C4'
  const both = { lines: [saved, 'Final_nutrient_budgets!C5'] }
  expect((await send('olga', `${at}/FillFromWorkbook`, both)).json()).toEqual(
    expect.arrayContaining([
      { field: 'lines', message: 'Choose one row for each nutrient' },
      expect.objectContaining({ field: 'area' }),
    ]),
  )
  const added = { mitigationBegins: '2027-01-01', mitigationDuration: 'FiveYears', area: 12.5 }
  const one = await send('olga', `${at}/FillFromWorkbook`, { lines: [saved], ...added })
  expect([one.statusCode, one.json()]).toMatchObject([200, {}])
  const services = () =>
    market.store.read.list('service', { projectId: 'typed', type: 'NutrientMitigationPhosphorous' })
  expect(await services()).toMatchObject([
    { units: 25_000, size: 125_000, module: 'NA', duration: 'FiveYears', mitigationBegins: '2027-01-01' },
  ])
  expect((await booksOf('olga', '/api/project/typed'))[1]?.differences).toEqual([])
  // Typed values are corrected, without further questions.
  const other = { lines: ['Final_nutrient_budgets!C5'] }
  expect((await send('olga', `${at}/FillFromWorkbook`, other)).statusCode).toBe(200)
  expect(await services()).toMatchObject([{ units: 15_000, size: 125_000 }])
})

it('an investor copies losses or gains, and no calculator; a watercourse row says why it fills nothing', async () => {
  const at = '/api/requirement/fund'
  const content = createMetricWorkbook('4.1', {
    'A-1 On-Site Habitat Baseline': {
      ...{ D11: 1, E11: 'Grassland', F11: 'Modified grassland', H11: 4, K11: 'Moderate', Q11: 16, X11: 16 },
    },
    'A-2 On-Site Habitat Creation': {
      ...{ D11: 'Wetland', E11: 'Reedbeds', G11: 2.6, J11: 'Moderate', S11: 6, Y11: 18.7311 },
    },
    "C-2 On-Site WaterC' Creation": { C12: 'Ditches', D12: 0.5, G12: 'Good', P12: 5, Z12: 3 },
  })
  expect((await send('bob', `${at}/action/ReadWorkbook`, {}, { ...metric, content })).statusCode).toBe(200)
  const form = await read<{ fields: { id: string; asked: boolean }[] }>('bob', `${at}/action/ReadWorkbook`)
  expect(form.fields.find(({ id }) => id === 'budgetCalculator')?.asked).toBe(false)
  const [book] = await booksOf('bob', at)
  expect(book?.lines.map(({ unfit }) => unfit)).toEqual([
    null,
    null,
    expect.stringMatching(/^This market does not trade watercourse units.*statutory biodiversity credits/),
  ])
  const fill = (need: string) => send('bob', `${at}/action/FillFromWorkbook`, { need, bioIsDivisible: true })
  expect((await fill('Made Wetland High')).statusCode).toBe(200)
  expect(await market.store.read.one('requirement', 'fund')).toMatchObject({
    ...{ units: 187_311, module: 'Area', broadHabitat: 'Wetland', distinctiveness: 'High' },
    isDivisible: true,
  })
  expect((await booksOf('bob', at))[0]?.differences).toMatchObject([{ what: 'Units by our tables' }])
})

it('an unreadable workbook is refused at its upload, with the cell', async () => {
  const content = createMetricWorkbook('4.1', {
    'A-1 On-Site Habitat Baseline': { E11: 'Grassland', F11: 'Modified grassland', H11: -4 },
  })
  const answer = await send('fay', '/api/project/held/action/ReadWorkbook', {}, { ...metric, content })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    [
      {
        field: 'biodiversityMetric',
        message: expect.stringMatching(/H11 of “A-1.*is negative\. Put a plain number/),
      },
    ],
  ])
})
