import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SystemBackups } from '#contract/system/backups'
import type { SystemKey } from '#contract/system/market-key'
import type { SystemWitnesses } from '#contract/system/witnesses'
import { endBackupRequest, readBackupRequest } from '#server/backup/request'
import { keyLineOf, SIGNATURE_LINE_PATTERN } from '@credit-market/transparency-log/note'
import { sampleRow, startWorldWith, type World } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'upkeep-backups-'))
let world: World
beforeAll(async () => {
  const admins = ['ann', 'ben'].map(id =>
    sampleRow('user', {
      ...{ id, username: id, displayName: `Person ${id}`, email: `${id}@x.example` },
      ...{ groups: ['admin', 'sysadmin'], organisationId: 'operator' },
    }),
  )
  world = await startWorldWith(
    {
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: 'rushes grow where the water stands',
      SECOND_PERSON: 'operator',
    },
    ...admins,
  )
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async <T>(path: string): Promise<T> => (await world.ask('ann', `/api/sysadmin/${path}`)).json<T>()
const post = (who: string, path: string, payload: object) =>
  world.ask(who, `/api/sysadmin/${path}`, { method: 'POST', payload })
const witnesses = () => get<SystemWitnesses>('witnesses')
const KEY = keyLineOf({
  ...{ name: 'witness.example', kind: SIGNATURE_LINE_PATTERN.witness },
  publicKey: Buffer.alloc(32, 7),
})

it('a backup is asked for once, with the person who asked, and is never sent to anyone', async () => {
  expect(await get<SystemBackups>('backups')).toMatchObject({
    ...{ problem: null, everyMinutes: expect.any(Number), backup: null, restoreTest: null },
    ...{ stored: [], request: null },
  })
  expect((await post('ann', 'backups/run', { what: 'backup' })).json()).toEqual({
    message: 'The backup begins within a minute',
  })
  await post('ben', 'backups/run', { what: 'restoreTest' })
  await post('ann', 'backups/run', { what: 'backup' })
  expect((await get<SystemBackups>('backups')).request).toMatchObject({
    what: 'restoreTest',
    by: { id: 'ben', name: 'Person ben' },
  })
  const request = await readBackupRequest(world.store.db)
  expect(request?.what).toBe('restoreTest')
  if (request) await endBackupRequest(world.store.db, request)
  expect((await get<SystemBackups>('backups')).request).toBeNull()
  expect((await post('olga', 'backups/run', { what: 'backup' })).statusCode).toBe(403)
})

it('a witness is registered, and removed, only when two administrators ask for the same', async () => {
  const wrong = await post('ann', 'witnesses', { change: 'register', key: 'witness.example' })
  expect(wrong.statusCode).toBe(422)
  const register = (who: string) => post(who, 'witnesses', { change: 'register', key: KEY })
  expect((await register('ann')).json()).toMatchObject({
    message: 'Another administrator must ask for the same before this is done: register witness.example',
  })
  expect(await witnesses()).toMatchObject({
    ...{ items: [], needsTwo: true },
    request: { change: 'register', name: 'witness.example', by: { id: 'ann' } },
  })
  expect((await register('ann')).statusCode).toBe(409)
  expect((await register('ben')).json()).toEqual({
    message: 'witness.example is a witness: its co-signatures are accepted and shown at /log/',
  })
  expect(await witnesses()).toMatchObject({
    ...{ items: [{ name: 'witness.example', key: KEY, seen: null }], request: null },
  })
  const remove = (who: string, name = 'witness.example') => post(who, 'witnesses', { change: 'remove', name })
  expect((await remove('ben', 'nowhere.example')).statusCode).toBe(404)
  await remove('ben')
  expect((await witnesses()).items).toHaveLength(1)
  expect((await remove('ann')).json()).toEqual({ message: 'witness.example is no longer a witness' })
  expect((await witnesses()).items).toEqual([])
  const entries = await world.store.db
    .selectFrom('activity')
    .select(['action', 'actorId'])
    .where('subjectKind', '=', 'installation')
    .where('action', 'like', '%Witness')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'AskForWitness', actorId: 'ann' },
    { action: 'RegisterWitness', actorId: 'ben' },
    { action: 'AskForWitness', actorId: 'ben' },
    { action: 'RemoveWitness', actorId: 'ann' },
  ])
})

it('the page of the key counts what a new key would change, and does not contain the key', async () => {
  expect(await get<SystemKey>('key')).toEqual({
    ...{ fingerprint: expect.any(String), since: null, place: 'file' },
    ...{ secondFactors: 0, recoveryCodes: 0, webhooks: 0, witnesses: 0 },
  })
})
