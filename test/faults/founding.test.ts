import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { certify } from '../builders/seal.ts'
import { addFoundingOrganisation, addUser } from '#server/auth/accounts'
import { createAdmin } from '#server/commands/first-admin'
import { loadDemonstration } from '#server/demonstration/load'
import { openFileStore } from '#server/files/file-store'
import { ensureMarketFounded, readMarketFounding } from '#server/demonstration/founding'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase } from '#server/store/database'
import { firstStart } from '../builders/installation.ts'
import {
  copyTemplate,
  demonstration,
  TEMPLATE_NOW,
  TEMPLATE_PASSWORD,
  emptyTables,
  type Template,
} from '../builders/templates.ts'
import { SAMPLES } from '../store/samples.ts'
import { bundleServer, startServer } from './process.ts'

const OLIVE = { email: 'olive@operator.example', displayName: 'Olive Operator', now: TEMPLATE_NOW }

const marketFrom = async (template: Template) => {
  const { connection, dataDir, remove } = await copyTemplate(template)
  const db = connectDatabase(connection)
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  return { connection, dataDir, db }
}
type Market = Awaited<ReturnType<typeof marketFrom>>

/** A real market as left by the version before foundings were recorded: it has people, and no record of what it is. */
const realOfBefore = async (): Promise<Market> => {
  const market = await marketFrom(firstStart)
  const operator = {
    ...SAMPLES.organisation,
    id: 'op',
    type: 'OPER',
    lpaId: null,
    broughtById: null,
  } as const
  await addFoundingOrganisation(market.db, operator)
  await addUser(
    market.db,
    { ...SAMPLES.user, id: 'olive', organisationId: 'op' },
    'no password',
    TEMPLATE_NOW,
  )
  return market
}

/** A demonstration as left by the version before foundings were recorded. */
const demonstrationOfBefore = async (): Promise<Market> => {
  const market = await marketFrom(demonstration)
  await sql`delete from meta where key = 'founded'`.execute(market.db)
  return market
}

const entries = ({ db }: Market) =>
  db.selectFrom('activity').select(['id', 'message']).where('action', '=', 'Found').execute()

const REAL = 'This market was founded as a real market'
const DEMONSTRATION = 'This market was founded as a demonstration'

describe('a start that contradicts the founding of the market', () => {
  let server: Awaited<ReturnType<typeof bundleServer>>
  beforeAll(async () => {
    server = await bundleServer()
  })
  afterAll(() => server.remove())

  const rowsOf = ({ db }: Market) =>
    sql`select (select count(*) from "user") as users, (select json_agg(meta order by key) from meta) as notes,
      (select max(id) from activity) as head, (select count(*) from kysely_migration) as migrations`
      .execute(db)
      .then(({ rows }) => rows[0])

  it.each([
    ['a real market set up as a demonstration', realOfBefore, { DEMO: 'on' }, REAL],
    ['a demonstration set up as a real market', demonstrationOfBefore, { DEMO: 'off' }, DEMONSTRATION],
    [
      'a demonstration with a public address',
      demonstrationOfBefore,
      { PUBLIC_URL: 'https://market.example.org' },
      'DEMO is missing',
    ],
  ])('is refused with one line, and nothing is written: %s', async (_, make, settings, words) => {
    const market = await make()
    const before = await rowsOf(market)
    const { ended } = await startServer(server.main, market.dataDir, market.connection, settings)
    expect(await ended).toEqual({ code: 1, lines: [expect.stringMatching(`^${words}`)] })
    expect(await rowsOf(market)).toEqual(before)
  })

  it('is refused before anything is created in an empty data folder', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-founding-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const { ended } = await startServer(server.main, dataDir, undefined, { HOST: '0.0.0.0' })
    expect(await ended).toEqual({ code: 1, lines: [expect.stringMatching('^DEMO is missing')] })
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each([
    ['a real market', realOfBefore, 'real', null],
    ['a demonstration', demonstrationOfBefore, 'demonstration', TEMPLATE_PASSWORD],
  ] as const)(
    'is impossible with nothing set: %s from before the update keeps its founding',
    async (_, make, founding, password) => {
      const market = await make()
      const started = await startServer(server.main, market.dataDir, market.connection)
      await started.says('The market is at')
      const settings = await (await fetch(`${started.url}/api/auth/settings`)).json()
      expect((settings as { demo: { password: string } | null }).demo?.password ?? null).toBe(password)
      expect(await readMarketFounding(market.db)).toBe(founding)
      expect((await entries(market)).at(-1)?.message).toMatch(/^Founded earlier as a/)
      await started.kill('SIGTERM')
    },
  )
})

it('the first log entry records how the market was founded', async () => {
  const real = await marketFrom(emptyTables)
  expect(await readMarketFounding(real.db)).toBeUndefined()
  await createAdmin(real.db, OLIVE)
  expect(await readMarketFounding(real.db)).toBe('real')
  expect(await entries(real)).toEqual([{ id: 1, message: 'Founded as a real market' }])
  expect(await entries(await marketFrom(demonstration))).toEqual([
    { id: 1, message: 'Founded as a demonstration' },
  ])
})

it('a real market never loads the demonstration', async () => {
  const market = await marketFrom(firstStart)
  await createAdmin(market.db, OLIVE)
  const files = await openFileStore({ kind: 'folder', folder: join(market.dataDir, 'files') })
  const loading = loadDemonstration(
    openActionRuntime(market.db, { certify }),
    files,
    TEMPLATE_PASSWORD,
    () => undefined,
  )
  await expect(loading).rejects.toThrow(REAL)
  expect(await market.db.selectFrom('user').select('username').execute()).toEqual([{ username: OLIVE.email }])
})

it('one of many simultaneous foundings succeeds, and all get the same answer', async () => {
  const market = await marketFrom(firstStart)
  const heard = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      ensureMarketFounded(market.db, index % 2 === 0 ? 'real' : 'demonstration', TEMPLATE_NOW),
    ),
  )
  expect(new Set(heard).size).toBe(1)
  expect(await entries(market)).toHaveLength(1)
})
