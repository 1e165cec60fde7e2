import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes } from '#domain/dates'
import { checkNote } from '#proof/checked-note'
import { keepKey } from '#server/certificates/certify'
import { signIfDue } from '#server/log/checkpoints'
import { logKeys } from '#server/log/keys'
import { marketKeys } from '#server/log/market-keys'
import { checkpointNote } from '#server/log/read'
import { append, ofInstallation } from '#server/store/activity'
import { chainNow } from '#server/store/chaining'
import { byNode } from '../builders/log-of-receipts.ts'
import { setMarketClock } from '../builders/market-clock.ts'
import { keyIn, keyPath, makeKeyIn, nextKeyPath } from '#server/auth/key-file'
import { admitKey } from '#server/auth/market-key'
import { rotateKey } from '#server/auth/rotate-key'
import { openSecrets, type Secrets, secretsOf } from '#server/auth/secrets'
import { buildApp } from '#server/http/app'
import { verifyChain } from '#server/store/log-check'
import { type Door, GOOD, startDoor } from './browser.ts'

let door: Door
let old: Secrets
let fay: { secret: string; recoveryCodes: string[] }
beforeAll(async () => {
  door = await startDoor()
  old = await admitKey(door.store.db, door.config)
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
  rotateKey(door.store.db, { old: from, next, now: door.clock.now })

it('the key of the first start is that of the market: a start with another is refused in one line that says what to do', async () => {
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
  const refused = admitKey(door.store.db, withKey(aKey()))
  await expect(refused).rejects.toThrow(
    /^SECRET_KEY is not the key of this market: give every server the same/,
  )
  const elsewhere = { dataDir: `${door.config.dataDir}/elsewhere` }
  await expect(admitKey(door.store.db, elsewhere)).rejects.toThrow(
    /^The key in .*elsewhere\/secret.key \(SECRET_KEY is not set\) is not the key of this market/,
  )
})

it('a market of an earlier version, which has noted no key, is not opened with one that cannot read it', async () => {
  await door.store.db.deleteFrom('meta').where('key', '=', 'key-fingerprint').execute()
  await expect(admitKey(door.store.db, withKey(aKey()))).rejects.toThrow('is not the key of this market')
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
})

it('a change of the key that is broken off leaves all as it was, and so does one from a wrong key', async () => {
  const before = await factors()
  const damaged = { userId: 'eve', secret: secretsOf(aKey()).encrypt('x'), lastStep: 0, confirmedAt: null }
  await door.store.db.insertInto('secondFactor').values(damaged).execute()
  await expect(rotate(secretsOf(aKey()))).rejects.toThrow()
  await door.store.db.deleteFrom('secondFactor').where('userId', '=', 'eve').execute()
  await expect(rotate(secretsOf(aKey()), secretsOf(aKey()))).rejects.toThrow('not the key of this market')
  expect(await factors()).toEqual(before)
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
})

it('after a change of the key second factors go on at a server with the new one, and one with the old says 503', async () => {
  const next = aKey()
  expect(await rotate(secretsOf(next))).toEqual({ secondFactors: 1, recoveryCodes: 10, webhooks: 1 })
  expect(await verifyChain(door.store.db)).toMatchObject({ ok: true })
  const { secret, formerSecret } = await hook()
  expect([secret, formerSecret].map(one => secretsOf(next).decrypt(one ?? ''))).toEqual([
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
  expect((await late.post('enableTOTP', { password: GOOD })).statusCode).toBe(503)
  expect((await factors()).map(({ userId }) => userId)).toEqual(['fay'])
  await expect(admitKey(door.store.db, door.config)).rejects.toThrow('is not the key of this market')
  await rotate(old, secretsOf(next))
})

it('a change that was broken off before the file was in its place is ended by the next start', async () => {
  const { dataDir } = door.config
  makeKeyIn(nextKeyPath(dataDir))
  const next = keyIn(nextKeyPath(dataDir))
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(old.fingerprint)
  await rotate(secretsOf(next))
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(secretsOf(next).fingerprint)
  expect(keyIn(keyPath(dataDir))).toEqual(next)
  expect(existsSync(nextKeyPath(dataDir))).toBe(false)
})

it('where the key is lost, second factors are set up again, and the market goes on with another key', async () => {
  await rotate(secretsOf(aKey()), openSecrets(door.config))
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
  // A passkey does not hang on the key.
  expect((await door.store.read.one('user', 'eve'))?.secondFactor).toBe(true)
  const passkeys = await door.store.db.selectFrom('passkey').select('userId').execute()
  expect(passkeys).toEqual([{ userId: 'eve' }])
  expect((await admitKey(door.store.db, door.config)).fingerprint).toBe(found.fingerprint)
})

it('a stolen key ends with the last honest checkpoint, which the log names, and vouches for no successor', async () => {
  const market = await startDoor()
  const { db } = market.store
  const first = await admitKey(db, market.config)
  const next = secretsOf(aKey())
  const at = (minutes: number) => addMinutes(NOON, minutes)
  await keepKey(db, first.seal, NOON)
  await keepKey(db, first.logSeal, NOON, { signs: 'checkpoints' })
  const sign = async (now: string, secrets = first) => {
    await db
      .transaction()
      .execute(trx =>
        append(trx, [ofInstallation({ at: now, action: 'Found', title: 'x', message: 'x', details: {} })]),
      )
    await chainNow(db)
    await setMarketClock(db, now)
    return signIfDue(db, { secrets, publicUrl: 'https://market.example' })
  }
  const honest = await sign(NOON)
  // The note of the first checkpoint comes between.
  expect(await sign(at(61))).toBe(honest + 2)
  await rotateKey(db, { old: first, next, now: at(120), stolenAt: at(30) })
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
  const [ended, present] = await logKeys(db, 'market.example/log')
  expect(ended?.ended).toEqual({ at: at(30), size: honest, isStolen: true })
  expect(present).toMatchObject({ ended: null, succession: null })

  const keys = await marketKeys(db, 'https://market.example')
  expect(keys.ended).toHaveLength(2)
  const faultsAt = async (size?: number) =>
    (await checkNote(await checkpointNote(db, size), { keys, verify: byNode })).faults
  expect([await faultsAt(honest), await faultsAt(honest + 2), await faultsAt()]).toEqual([[], ['ended'], []])
  await market.close()
})

it('a key that is changed in the ordinary way ends with what the log holds by then', async () => {
  const market = await startDoor()
  const { db } = market.store
  const first = await admitKey(db, market.config)
  await keepKey(db, first.logSeal, NOON, { signs: 'checkpoints' })
  await chainNow(db)
  await rotateKey(db, { old: first, next: secretsOf(aKey()), now: addMinutes(NOON, 5) })
  const size = (await db.selectFrom('logLeaf').selectAll().execute()).length
  expect((await logKeys(db, 'market.example/log'))[0]?.ended).toEqual({
    ...{ at: addMinutes(NOON, 5), size, isStolen: false },
  })
  await market.close()
})
