import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProjectRowsResult } from '#contract/project/project-rows'
import { joinSecondRound, openSecondRound, SECOND_ROUND } from '../builders/rounds.ts'
import { type Subject, world, type World } from '../builders/world.ts'

const FARM: Subject<'organisation'> = { kind: 'organisation', id: 'SU18' }

let market: World
let key: string
beforeAll(async () => {
  market = await world({ works: false })
  await openSecondRound(market)
  await joinSecondRound(market, 'saltmallow.su18', FARM, 'Supplier')
  key = await keyWith(['register'])
})
afterAll(() => market.close())

const json = { 'content-type': 'application/json' }
const keyWith = async (scopes: readonly string[]): Promise<string> => {
  const body = JSON.stringify({ name: 'Robot', scopes, days: 30 })
  const made = await market.as('saltmallow.su18').send('/api/keys', { method: 'POST', headers: json, body })
  return (made.body as { key: string }).key
}

const send = async (
  body: object,
  { by = key, idempotencyKey }: { by?: string; idempotencyKey?: string } = {},
) =>
  market.stranger.send('/api/projects/rows', {
    method: 'POST',
    headers: {
      ...json,
      authorization: `Bearer ${by}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ marketRoundId: SECOND_ROUND.id, ...body }),
  })
const results = async (...asked: Parameters<typeof send>): Promise<ProjectRowsResult> => {
  const { status, body } = await send(...asked)
  expect([status, body]).toEqual([200, expect.anything()])
  return body as ProjectRowsResult
}
const projects = () => market.store.read.list('project', { roundId: SECOND_ROUND.id, supplierId: 'SU18' })

const MEADOW = { project: 'North meadow', isFixedTerm: 'No', creditTypes: 'NutrientMitigationNitrogen' }
const ROWS = [
  { ...MEADOW, subcatchment: 'Test', lpa: 'Test Valley' },
  { project: 'South cover', isFixedTerm: 'Yes', mitigationDurations: 'TwoYears' },
]

it('names the errors of each row by field, and adds nothing while there is one', async () => {
  const before = await projects()
  const rows = [...ROWS, { project: 'Bad meadow', isFixedTerm: 'perhaps' }, { isFixedTerm: 'No' }]
  const refused = await results({ rows })
  expect(refused).toMatchObject({
    outcome: 'refused',
    messages: [],
    rows: [
      { row: 2, project: null, existed: false, errors: [] },
      { row: 3, errors: [] },
      { row: 4, errors: [{ field: 'isFixedTerm', message: '“perhaps” is neither Yes nor No' }] },
      { row: 5, errors: [{ field: 'project', message: 'Field required' }] },
    ],
  })
  expect(await results({ csv: 'project,area\nNorth meadow,3\n' })).toMatchObject({
    outcome: 'refused',
    messages: [expect.stringContaining('Row 1, column area: there is no such column')],
    rows: [],
  })
  expect(await projects()).toEqual(before)
})

it('shows the results first without storing anything', async () => {
  const count = async () => (await market.store.db.selectFrom('filedDocument').select('id').execute()).length
  const [before, files] = [await projects(), await count()]
  const shown = await results({ rows: ROWS, preview: true })
  expect(shown).toMatchObject({ outcome: 'previewed', rows: [{ project: null }, { project: null }] })
  expect([await projects(), await count()]).toEqual([before, files])
})

it('adds a draft for each row, and answers a repeated request as before', async () => {
  const before = await projects()
  const first = await results({ rows: ROWS }, { idempotencyKey: 'sheet-1' })
  const added = (await projects()).slice(before.length)
  expect(added.map(({ name, status, lpaId }) => [name, status, lpaId])).toEqual([
    ['North meadow', 'Draft', 'TestValley'],
    ['South cover', 'Draft', null],
  ])
  expect(first).toEqual({
    outcome: 'done',
    messages: [],
    rows: added.map(({ id }, place) => ({ row: place + 2, project: id, existed: false, errors: [] })),
  })
  const cover = { kind: 'project', id: added[1]?.id ?? '' } as const
  const person = market.as('saltmallow.su18')
  const { values } = await person.form('Update', cover)
  await person.does('Update', cover, { ...values, mitigationDurations: ['ThreeYears'] })
  const again = await results({ rows: ROWS }, { idempotencyKey: 'sheet-1' })
  expect(again).toEqual({ ...first, rows: first.rows.map(row => ({ ...row, existed: true })) })
  expect(await projects()).toHaveLength(before.length + 2)
})

it('recognises rows without a key for repeated requests too, as CSV', async () => {
  const before = await projects()
  const csv =
    'project,isFixedTerm,creditTypes,subcatchment,lpa\nNorth meadow,No,NutrientMitigationNitrogen,Test,Test Valley\nThird field,No,,,\n'
  const done = await results({ csv })
  expect(done.rows).toMatchObject([
    { row: 2, existed: true },
    { row: 3, existed: false },
  ])
  expect((await projects()).slice(before.length).map(({ name }) => name)).toEqual(['Third field'])
})

it('refuses other contents with the same key, both or neither form of rows, and keys without the scope', async () => {
  expect((await send({ rows: ROWS.slice(1) }, { idempotencyKey: 'sheet-1' })).status).toBe(422)
  expect((await send({})).status).toBe(422)
  expect((await send({ rows: ROWS, csv: 'project' })).status).toBe(422)
  const refused = await send({ rows: ROWS }, { by: await keyWith(['offer', 'projects']) })
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: expect.stringContaining('it needs register') },
  ])
})
