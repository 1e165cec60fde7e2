import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { certify } from '../builders/seal.ts'
import { addFoundingOrganisation, addUser } from '#server/auth/accounts'
import { createAdmin } from '#server/auth/first-admin'
import { loadDemonstration } from '#server/demonstration/load'
import { openFileStore } from '#server/files/file-store'
import { found, foundingOf } from '#server/founding'
import { openRuntime } from '#server/open-runtime'
import { connect } from '#server/store/database'
import { firstStart } from '../builders/installation.ts'
import { copyOf, demonstration, NOW, PASSWORD, tablesOnly, type Template } from '../builders/templates.ts'
import { samples } from '../store/samples.ts'
import { bundleServer, startServer } from './process.ts'

const OLIVE = { email: 'olive@operator.example', displayName: 'Olive Operator', now: NOW }

const marketFrom = async (template: Template) => {
  const { connection, dataDir, remove } = await copyOf(template)
  const db = connect(connection)
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  return { connection, dataDir, db }
}
type Market = Awaited<ReturnType<typeof marketFrom>>

/** A real market as the version before the note left it: somebody is there, and nothing says what it is. */
const realOfBefore = async (): Promise<Market> => {
  const market = await marketFrom(firstStart)
  const operator = {
    ...samples.organisation,
    id: 'op',
    type: 'OPER',
    lpaId: null,
    broughtById: null,
  } as const
  await addFoundingOrganisation(market.db, operator)
  await addUser(market.db, { ...samples.user, id: 'olive', organisationId: 'op' }, 'no password', NOW)
  return market
}

/** A demonstration as the version before the note left it. */
const demonstrationOfBefore = async (): Promise<Market> => {
  const market = await marketFrom(demonstration)
  await sql`delete from meta where key = 'founded'`.execute(market.db)
  return market
}

const entries = ({ db }: Market) =>
  db.selectFrom('activity').select(['id', 'message']).where('action', '=', 'Found').execute()

const REAL = 'This market was founded as a real one'
const DEMONSTRATION = 'This market was founded as a demonstration'

describe('a start that contradicts how the market was founded', () => {
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
    ['a real market is asked to be a demonstration', realOfBefore, { DEMO: 'on' }, REAL],
    ['a demonstration is asked to be real', demonstrationOfBefore, { DEMO: 'off' }, DEMONSTRATION],
    [
      'a demonstration gets a public address without being asked for',
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

  it('is refused before anything is made in an empty data folder', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-founding-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const { ended } = await startServer(server.main, dataDir, undefined, { HOST: '0.0.0.0' })
    expect(await ended).toEqual({ code: 1, lines: [expect.stringMatching('^DEMO is missing')] })
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each([
    ['a real market', realOfBefore, 'real', null],
    ['a demonstration', demonstrationOfBefore, 'demonstration', PASSWORD],
  ] as const)('where none is, %s of before goes on as what it is', async (_, make, founding, password) => {
    const market = await make()
    const started = await startServer(server.main, market.dataDir, market.connection)
    await started.says('The market is at')
    const settings = await (await fetch(`${started.url}/api/auth/settings`)).json()
    expect((settings as { demo: { password: string } | null }).demo?.password ?? null).toBe(password)
    expect(await foundingOf(market.db)).toBe(founding)
    expect((await entries(market)).at(-1)?.message).toMatch(/^Founded earlier as a/)
    await started.kill('SIGTERM')
  })
})

it('the first entry of the log says as what the market was founded', async () => {
  const real = await marketFrom(tablesOnly)
  expect(await foundingOf(real.db)).toBeUndefined()
  await createAdmin(real.db, OLIVE)
  expect(await foundingOf(real.db)).toBe('real')
  expect(await entries(real)).toEqual([{ id: 1, message: 'Founded as a real market' }])
  expect(await entries(await marketFrom(demonstration))).toEqual([
    { id: 1, message: 'Founded as a demonstration' },
  ])
})

it('a real market never takes in the demonstration', async () => {
  const market = await marketFrom(firstStart)
  await createAdmin(market.db, OLIVE)
  const files = await openFileStore({ kind: 'folder', folder: join(market.dataDir, 'files') })
  const loading = loadDemonstration(openRuntime(market.db, { certify }), files, PASSWORD, () => undefined)
  await expect(loading).rejects.toThrow(REAL)
  expect(await market.db.selectFrom('user').select('username').execute()).toEqual([{ username: OLIVE.email }])
})

it('of many who found at the same moment one does, and all hear the same', async () => {
  const market = await marketFrom(firstStart)
  const heard = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      found(market.db, index % 2 === 0 ? 'real' : 'demonstration', NOW),
    ),
  )
  expect(new Set(heard).size).toBe(1)
  expect(await entries(market)).toHaveLength(1)
})
