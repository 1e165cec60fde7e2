import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { appendLogEntries } from '#server/store/activity'
import { connectDatabase } from '#server/store/database'
import { listLedgerFaults } from '#server/store/ledger-check'
import { verifyLogChain } from '#server/log/log-check'
import { chainPendingEntries } from '#server/log/chaining'
import type { Database } from '#server/store/tables/tables'
import { openSecrets } from '#server/auth/secrets'
import { makeBackup } from '#server/backup/make'
import { loadBackupTables } from '#server/backup/load'
import { openBackup } from '#server/backup/manifest'
import { verifyBackup } from '#server/backup/verify'
import { openFileStore } from '#server/files/file-store'
import { copyTemplate, demonstration, TEMPLATE_NOW, TEMPLATE_PASSWORD } from '../builders/templates.ts'
import { serve } from '../builders/world.ts'
import {
  backUpInstallation,
  createBackupConfig,
  createEmptyDatabase,
  createTemporaryFolder,
  PASSPHRASE,
  restoreBackup,
} from './kept.ts'

type Copy = Awaited<ReturnType<typeof copyTemplate>>
let market: Copy
beforeAll(async () => {
  market = await copyTemplate(demonstration)
  openSecrets({ dataDir: market.dataDir })
})
afterAll(() => market.remove())

const served = async (reach: Copy['connection'], dataDir: string) => {
  const there = await serve(reach, dataDir, { works: false })
  onTestFinished(there.stop)
  const jar = { cookie: '' }
  const post = async (path: string, payload: object) => {
    const answer = await there.app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { cookie: jar.cookie },
      payload,
    })
    const set = answer.cookies.find(({ name }) => name === 'session')
    if (set) jar.cookie = `session=${set.value}`
    return answer
  }
  const read = async (url: string) => {
    const answer = await there.app.inject({ url, headers: { cookie: jar.cookie } })
    return [url, answer.statusCode, answer.body]
  }
  return { ...there, post, read }
}

const codeAt = (secret: string, moment: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(moment) })

/** Every constraint, index and trigger, as the database describes them. */
const guardsOf = async (db: Kysely<Database>) =>
  (
    await sql<{ said: string }>`
      select pg_get_constraintdef(oid) || conname || conrelid::regclass::text as said from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select indexdef from pg_indexes where schemaname = current_schema()
      union all select pg_get_triggerdef(t.oid) || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::regnamespace
      order by 1`.execute(db)
  ).rows

const PAGES = ['projects', 'requirements', 'rounds', 'credits', 'awaiting', 'markets', 'organisations']

it('a restored market is complete: people sign in with their second factor and read what they read before', async () => {
  const before = await served(market.connection, market.dataDir)
  const { username } = await before.store.db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisationId')
    .select('username')
    .where('type', '=', 'OPER')
    .executeTakeFirstOrThrow()
  const signIn = { username, password: TEMPLATE_PASSWORD }
  await before.post('login', signIn)
  const { secret } = (await before.post('enableTOTP', { password: TEMPLATE_PASSWORD })).json<{
    secret: string
  }>()
  expect((await before.post('verifyTOTP', { code: codeAt(secret, TEMPLATE_NOW) })).statusCode).toBe(200)
  // Sessions are not backed up, nor are the challenges that they began.
  const { idHash: sessionHash } = await before.store.db
    .selectFrom('session')
    .select('idHash')
    .executeTakeFirstOrThrow()
  const begun = { challenge: 'begun', purpose: 'step-up', sessionHash, expiresAt: TEMPLATE_NOW } as const
  await before.store.db.insertInto('passkeyChallenge').values(begun).execute()
  const pages = await Promise.all(PAGES.map(page => before.read(`/api/${page}`)))

  const { backup, manifest } = await backUpInstallation(market)
  expect(manifest.missing).toEqual([])
  expect(manifest.documents.length).toBeGreaterThan(10)
  const after = await restoreBackup(backup)
  expect(after.faults).toEqual([])
  expect(after.log.seq).toBeGreaterThan(2000)

  const again = await served(after.connection, after.dataDir)
  const later = '2026-06-15T18:05:00.000Z'
  again.setClock(later)
  expect((await again.post('login', signIn)).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
  expect((await again.post('checkTOTP', { code: codeAt(secret, later) })).statusCode).toBe(204)
  expect(await Promise.all(PAGES.map(page => again.read(`/api/${page}`)))).toEqual(pages)

  // The restored guards are the same, and numbers continue.
  expect(await guardsOf(again.store.db)).toEqual(await guardsOf(before.store.db))
  await expect(again.store.db.deleteFrom('activity').execute()).rejects.toThrow('can only be added to')
})

it('a backup taken under load is of one instant: the log and the ledger agree in it', async () => {
  const db = connectDatabase(market.connection)
  onTestFinished(() => db.destroy())
  const stopped = { yes: false }
  onTestFinished(() => {
    stopped.yes = true
  })
  const redeemed: string[] = []
  const issued = await db
    .selectFrom('requirement')
    .select('id')
    .where('status', '=', 'CreditsIssued')
    .execute()
  expect(issued.length).toBeGreaterThan(0)
  const about = {
    at: TEMPLATE_NOW,
    actorId: null,
    forClientId: null,
    roundId: null,
    title: 'Work',
    message: 'Work',
  }
  const nothing = { subjectKind: 'requirement', subjectId: 'none', fromStatus: null, toStatus: null }
  const redemption = (id: string, credits: readonly { id: string }[]) => [
    { subjectKind: 'requirement', subjectId: id, fromStatus: 'CreditsIssued', toStatus: 'CreditsRedeemed' },
    ...credits.map(credit => ({
      ...{ subjectKind: 'credit', subjectId: credit.id },
      ...{ fromStatus: 'Issued', toStatus: 'Redeemed' },
    })),
  ]
  /** Runs one transaction after the other: each logs what it did, and some move credits. */
  const work = async (): Promise<void> => {
    while (!stopped.yes) {
      const moved = issued.pop()
      await db.transaction().execute(async trx => {
        const did = async () => {
          if (!moved) return [nothing]
          const of = { status: 'CreditsRedeemed' as const, redeemedAt: TEMPLATE_NOW }
          const credits = await trx
            .updateTable('credit')
            .set({ status: 'Redeemed' })
            .where('requirementId', '=', moved.id)
            .returning('id')
            .execute()
          await trx.updateTable('requirement').set(of).where('id', '=', moved.id).execute()
          return redemption(moved.id, credits)
        }
        const action = moved ? 'Redeem' : 'Work'
        await appendLogEntries(
          trx,
          (await did()).map(entry => ({ ...about, ...entry, action, details: {} })),
        )
      })
      if (moved) redeemed.push(moved.id)
    }
  }
  const files = await openFileStore(createBackupConfig(market.dataDir).files)
  const keyholders = { recipients: [], passphrase: PASSPHRASE }
  const making = { reach: market.connection, files, version: '1', now: () => new Date(), keyholders }
  const working = [work(), work(), work()]
  const { backup } = await makeBackup({ ...making, folder: createTemporaryFolder() })
  stopped.yes = true
  await Promise.all(working)
  await chainPendingEntries(db)
  const last = await verifyLogChain(db)
  const reach = await createEmptyDatabase()
  const { log, faults } = await loadBackupTables(reach, await openBackup(backup, { passphrase: PASSPHRASE }))
  expect(faults).toEqual([])
  expect(log.seq).toBeLessThan(last.length)
  const restored = connectDatabase(reach)
  expect(await listLedgerFaults(restored)).toEqual([])
  expect(await verifyLogChain(restored, [log])).toMatchObject({ ok: true, length: log.seq })
  const told = restored
    .selectFrom('activity')
    .select('subjectId')
    .where('action', '=', 'Redeem')
    .where('subjectKind', '=', 'requirement')
  const there = restored.selectFrom('requirement').select('id').where('redeemedAt', '=', TEMPLATE_NOW)
  const entered = (await told.execute()).map(({ subjectId }) => subjectId)
  expect((await there.execute()).map(({ id }) => id).toSorted()).toEqual(entered.toSorted())
  await restored.destroy()
  expect(redeemed.length).toBeGreaterThan(0)
})

it('the next backup in the same folder stores unchanged documents only once on the disk', async () => {
  const into = createTemporaryFolder()
  const first = await backUpInstallation(market, { into })
  const second = await backUpInstallation(market, { into })
  const [sha256] = first.manifest.documents.map(one => one.sha256)
  const inode = ({ backup }: typeof first) =>
    statSync(join(backup, 'documents', String(sha256).slice(0, 2), `${sha256}.age`)).ino
  expect(inode(second)).toBe(inode(first))
  rmSync(first.backup, { recursive: true })
  expect((await verifyBackup(second.backup, { passphrase: PASSPHRASE })).faults).toEqual([])
})
