import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes } from '@credit-market/values/dates'
import { checkNote } from '@credit-market/transparency-log/checked-note'
import { storePublicKey } from '#server/certificates/certify'
import { signCheckpointIfDue } from '#server/log/checkpoints'
import { readLogKeys } from '#server/log/keys'
import { listMarketPublicKeys } from '#server/log/market-keys'
import { readCheckpointNote } from '#server/log/read'
import { appendLogEntries, buildInstallationEntry } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { verifyWithNode } from '../builders/log-of-receipts.ts'
import { setMarketClock } from '../builders/market-clock.ts'
import { readKeyFile, keyFilePath, writeKeyFile, nextKeyFilePath } from '#server/auth/key-file'
import { openSecretsOfMarket } from '#server/auth/market-key'
import { rotateMarketKey } from '#server/commands/rotate-key'
import { openSecrets, type Secrets, deriveSecrets } from '#server/auth/secrets'
import { buildApp } from '#server/app'
import { verifyLogChain } from '#server/log/log-check'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
let old: Secrets
let fay: { secret: string; recoveryCodes: string[] }
beforeAll(async () => {
  door = await startSignInApi()
  old = await openSecretsOfMarket(door.store.db, door.config)
  fay = await door.enrolled('fay')
  await door.store.db
    .insertInto('webhook')
    .values({
      ...{ id: 'hook', organisationId: 'farm', url: 'https://x.example/', types: ['project.changed'] },
      ...{
        secret: old.encrypt('whsec_1'),
        formerSecret: old.encrypt('whsec_0'),
        formerUntil: door.clock.now,
      },
      ...{ madeBy: 'fay', madeAt: door.clock.now },
    })
    .execute()
  door.forward(1)
})
afterAll(() => door.close())

const NOON = '2026-06-01T12:00:00.000Z'
const aKey = () => randomBytes(32)
const withKey = (key: Buffer) => ({ ...door.config, secretKey: key.toString('base64') })
const factors = () => door.store.db.selectFrom('secondFactor').select(['userId', 'secret']).execute()
const hook = () =>
  door.store.db
    .selectFrom('webhook')
    .select(['secret', 'formerSecret', 'pausedWhy'])
    .executeTakeFirstOrThrow()
const rotate = (next: Secrets, from: Secrets | 'lost' = old) =>
  rotateMarketKey(door.store.db, { old: from, next, now: door.clock.now })

it('a start with another key than the market’s is refused in one line that says what to do', async () => {
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
  const refused = openSecretsOfMarket(door.store.db, withKey(aKey()))
  await expect(refused).rejects.toThrow(
    /^SECRET_KEY is not the key of this market: give every server the same/,
  )
  const elsewhere = { dataDir: `${door.config.dataDir}/elsewhere` }
  await expect(openSecretsOfMarket(door.store.db, elsewhere)).rejects.toThrow(
    /^The key in .*elsewhere\/secret.key \(SECRET_KEY is not set\) is not the key of this market/,
  )
})

it('a market from an earlier version without a recorded key is not opened with one that cannot read it', async () => {
  await door.store.db.deleteFrom('meta').where('key', '=', 'key-fingerprint').execute()
  await expect(openSecretsOfMarket(door.store.db, withKey(aKey()))).rejects.toThrow(
    'is not the key of this market',
  )
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
})

it('an interrupted change of the key, or one from a wrong key, leaves everything as it was', async () => {
  const before = await factors()
  const damaged = {
    userId: 'eve',
    secret: deriveSecrets(aKey()).encrypt('x'),
    lastStep: 0,
    confirmedAt: null,
  }
  await door.store.db.insertInto('secondFactor').values(damaged).execute()
  await expect(rotate(deriveSecrets(aKey()))).rejects.toThrow()
  await door.store.db.deleteFrom('secondFactor').where('userId', '=', 'eve').execute()
  await expect(rotate(deriveSecrets(aKey()), deriveSecrets(aKey()))).rejects.toThrow(
    'not the key of this market',
  )
  expect(await factors()).toEqual(before)
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
})

it('second factors continue on a server with the new key, and one with the old key answers 503', async () => {
  const next = aKey()
  expect(await rotate(deriveSecrets(next))).toEqual({ secondFactors: 1, recoveryCodes: 10, webhooks: 1 })
  expect(await verifyLogChain(door.store.db)).toMatchObject({ ok: true })
  const { secret, formerSecret } = await hook()
  expect([secret, formerSecret].map(one => deriveSecrets(next).decrypt(one ?? ''))).toEqual([
    'whsec_1',
    'whsec_0',
  ])

  const { runtime, files } = door
  const app = await buildApp({ runtime, files, config: withKey(next), log: pino({ level: 'silent' }) })
  const signsIn = async (at: typeof door.app, code: string) => {
    const browser = door.browser()
    await browser.signIn('fay')
    return at.inject({
      method: 'POST',
      url: '/api/auth/checkTOTP',
      headers: { cookie: browser.jar.cookie ?? '' },
      payload: { code },
    })
  }
  expect((await signsIn(door.app, door.codeOf(fay.secret))).statusCode).toBe(503)
  expect((await signsIn(app, fay.recoveryCodes[0] ?? '')).statusCode).toBe(401)
  expect((await signsIn(app, door.codeOf(fay.secret))).statusCode).toBe(204)
  await app.close()

  const late = door.browser()
  await late.signIn('eve')
  expect((await late.post('enableTOTP', { password: STRONG_PASSWORD })).statusCode).toBe(503)
  expect((await factors()).map(({ userId }) => userId)).toEqual(['fay'])
  await expect(openSecretsOfMarket(door.store.db, door.config)).rejects.toThrow(
    'is not the key of this market',
  )
  await rotate(old, deriveSecrets(next))
})

it('a change interrupted before the file was in place is completed by the next start', async () => {
  const { dataDir } = door.config
  writeKeyFile(nextKeyFilePath(dataDir))
  const next = readKeyFile(nextKeyFilePath(dataDir))
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
  await rotate(deriveSecrets(next))
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(
    deriveSecrets(next).fingerprint,
  )
  expect(readKeyFile(keyFilePath(dataDir))).toEqual(next)
  expect(existsSync(nextKeyFilePath(dataDir))).toBe(false)
})

it('with a lost key second factors are set up again, and the market continues with another key', async () => {
  await rotate(deriveSecrets(aKey()), openSecrets(door.config))
  await door.store.db.updateTable('user').set({ secondFactor: true }).where('id', '=', 'eve').execute()
  const aPasskey = { id: 'p', userId: 'eve', credentialId: 'c', publicKey: 'k', counter: 0, name: 'Phone' }
  await door.store.db
    .insertInto('passkey')
    .values({ ...aPasskey, transports: [], createdAt: door.clock.now })
    .execute()
  const found = openSecrets(door.config)
  expect(await rotate(found, 'lost')).toEqual({ secondFactors: 1, recoveryCodes: 0, webhooks: 1 })
  expect(await factors()).toEqual([])
  expect(await hook()).toMatchObject({ formerSecret: null, pausedWhy: 'key lost' })
  expect(found.decrypt((await hook()).secret)).toMatch(/^whsec_/)
  expect((await door.store.read.one('user', 'fay'))?.secondFactor).toBe(false)
  // A passkey does not depend on the key.
  expect((await door.store.read.one('user', 'eve'))?.secondFactor).toBe(true)
  const passkeys = await door.store.db.selectFrom('passkey').select('userId').execute()
  expect(passkeys).toEqual([{ userId: 'eve' }])
  expect((await openSecretsOfMarket(door.store.db, door.config)).fingerprint).toBe(found.fingerprint)
})

it('a stolen key ends with the last honest checkpoint, which the log names, and vouches for no successor', async () => {
  const market = await startSignInApi()
  const { db } = market.store
  const first = await openSecretsOfMarket(db, market.config)
  const next = deriveSecrets(aKey())
  const at = (minutes: number) => addMinutes(NOON, minutes)
  await storePublicKey(db, first.seal, NOON)
  await storePublicKey(db, first.logSeal, NOON, { signs: 'checkpoints' })
  const sign = async (now: string, secrets = first) => {
    await db
      .transaction()
      .execute(trx =>
        appendLogEntries(trx, [
          buildInstallationEntry({ at: now, action: 'Found', title: 'x', message: 'x', details: {} }),
        ]),
      )
    await chainPendingEntries(db)
    await setMarketClock(db, now)
    return signCheckpointIfDue(db, { secrets, publicUrl: 'https://market.example' })
  }
  const honest = await sign(NOON)
  // The entry about the first checkpoint comes in between.
  expect(await sign(at(61))).toBe(honest + 2)
  await rotateMarketKey(db, { old: first, next, now: at(120), stolenAt: at(30) })
  await sign(at(190), next)

  const { details } = await db
    .selectFrom('activity')
    .select('details')
    .where('action', '=', 'RotateKey')
    .executeTakeFirstOrThrow()
  const { root } = await db
    .selectFrom('logCheckpoint')
    .select('root')
    .where('size', '=', honest)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toMatchObject({
    stolen: { at: at(30), size: honest, root: root.toString('base64') },
  })
  const [ended, present] = await readLogKeys(db, 'market.example/log')
  expect(ended?.ended).toEqual({ at: at(30), size: honest, isStolen: true })
  expect(present).toMatchObject({ ended: null, succession: null })

  const keys = await listMarketPublicKeys(db, 'https://market.example')
  expect(keys.ended).toHaveLength(2)
  const faultsAt = async (size?: number) =>
    (await checkNote(await readCheckpointNote(db, size), { keys, verify: verifyWithNode })).faults
  expect([await faultsAt(honest), await faultsAt(honest + 2), await faultsAt()]).toEqual([[], ['ended'], []])
  await market.close()
})

it('a regularly changed key ends with what the log contains by then', async () => {
  const market = await startSignInApi()
  const { db } = market.store
  const first = await openSecretsOfMarket(db, market.config)
  await storePublicKey(db, first.logSeal, NOON, { signs: 'checkpoints' })
  await chainPendingEntries(db)
  await rotateMarketKey(db, { old: first, next: deriveSecrets(aKey()), now: addMinutes(NOON, 5) })
  const size = (await db.selectFrom('logLeaf').selectAll().execute()).length
  expect((await readLogKeys(db, 'market.example/log'))[0]?.ended).toEqual({
    ...{ at: addMinutes(NOON, 5), size, isStolen: false },
  })
  await market.close()
})
