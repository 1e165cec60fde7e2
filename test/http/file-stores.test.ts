import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import { openReceivedFilesFolder } from '#server/files/arrivals'
import { type FileStore, openFileStore, receiveUpload } from '#server/files/file-store'
import { clamdScanner } from '#server/files/scan'
import { HttpError } from '#server/runner/refusals'
import { deleteUnfiledUploads } from '#server/jobs/sweep-uploads'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'credit-market-files-'))
  folders.push(made)
  return made
}
/** A file with this content; returns its path. */
const fileOf = (content: Buffer | string) => {
  const path = join(folder(), 'arrived')
  writeFileSync(path, content)
  return path
}
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await world.close()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

const fay = { ...SYSTEM, userId: 'fay', organisationId: 'farm' }
const receive = (files: FileStore, content: Buffer | string) =>
  receiveUpload(world.runtime, files, Readable.from([Buffer.from(content)]), {
    name: 'a.csv',
    accept: ['csv'],
    actor: fay,
  })
const refused = async (work: Promise<unknown>): Promise<[number, string]> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HttpError)) throw new Error('It was not refused', { cause: error })
  return [error.status, (error.body as { error: string }).error]
}
const count = async () => (await world.store.read.list('filedDocument', {})).length

it('files that another server is receiving in the same folder survive, however wrong this server’s clock is', async () => {
  const path = folder()
  writeFileSync(join(path, 'begun-now'), 'half')
  writeFileSync(join(path, 'begun-long-ago'), 'half')
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(join(path, 'begun-long-ago'), twoHoursAgo, twoHoursAgo)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 800 * 86_400_000 })
  try {
    await openReceivedFilesFolder(path)
  } finally {
    vi.useRealTimers()
  }
  expect(readdirSync(path)).toEqual(['begun-now'])
})

describe('an object store', () => {
  let server: S3rver
  let files: FileStore
  beforeAll(async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder(),
      configureBuckets: [{ name: 'bucket' }],
    })
    const { port } = await server.run()
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
    files = await openFileStore({ kind: 's3', url: `http://127.0.0.1:${port}/bucket/documents`, ...keys })
  })
  afterAll(() => server.close())

  it('returns what was stored byte for byte, and nothing after removal', async () => {
    const content = randomBytes(3_000_000)
    const path = fileOf(content)
    await files.put({ path, sha256: 'ab'.repeat(32), size: content.length })
    const found = await files.open('ab'.repeat(32))
    expect(found?.size).toBe(content.length)
    expect(content.equals(await buffer(found?.stream ?? Readable.from([])))).toBe(true)
    await files.remove('ab'.repeat(32))
    expect(await files.open('ab'.repeat(32))).toBeUndefined()
  })

  it('refuses an unreadable file without affecting anything else', async () => {
    const gone = { path: join(folder(), 'gone'), sha256: 'cd'.repeat(32), size: 3 }
    await expect(files.put(gone)).rejects.toThrow()
    expect(await files.open(gone.sha256)).toBeUndefined()
  })

  it('reports whether documents can be stored', async () => {
    expect(await files.isReachable()).toBe(true)
    const nowhere = {
      kind: 's3',
      url: 'http://127.0.0.1:9/bucket',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      region: 'c',
    } as const
    expect(await (await openFileStore(nowhere)).isReachable()).toBe(false)
  })

  it('accepts uploads as the folder does', async () => {
    const { id } = await receive(files, 'name,units\nSedge,2\n')
    const document = await world.store.read.one('filedDocument', id)
    const found = await files.open(document?.sha256 ?? '')
    expect(await buffer(found?.stream ?? Readable.from([]))).toEqual(Buffer.from('name,units\nSedge,2\n'))
  })
})

describe('the folder', () => {
  const isEmpty = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).every(entry => entry.isDirectory())

  it('answers a full disk cleanly, keeps no part of a file, and works again when there is room', async () => {
    const path = folder()
    let isFull = true
    const full = () =>
      new Writable({
        write: (_chunk, _encoding, done) =>
          done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
      })
    const write = (to: string) => (isFull ? full() : createWriteStream(to))
    const arrivals = await openReceivedFilesFolder(join(path, 'arriving'), write)
    const files: FileStore = { ...(await openFileStore({ kind: 'folder', folder: path })), arrivals }
    const before = await count()
    expect(await refused(receive(files, 'a,b\nfull,disk\n'))).toEqual([
      503,
      'There is no space for documents at the moment; try again later',
    ])
    expect(isEmpty(path)).toBe(true)
    expect(await count()).toBe(before)
    isFull = false
    await receive(files, 'a,b\nfull,disk\n')
    expect(isEmpty(path)).toBe(false)
    expect(await count()).toBe(before + 1)
  })

  it('removes the partial files of a killed server at the next start, except recent ones', async () => {
    const path = folder()
    await openFileStore({ kind: 'folder', folder: path })
    const half = join(path, 'arriving', 'half')
    writeFileSync(half, 'half a fi')
    await openFileStore({ kind: 'folder', folder: path })
    expect(isEmpty(path)).toBe(false)
    const longAgo = Date.now() / 1000 - 2 * 3600
    utimesSync(half, longAgo, longAgo)
    await openFileStore({ kind: 'folder', folder: path })
    expect(isEmpty(path)).toBe(true)
  })
})

describe('a virus scanner', () => {
  let server: Server
  let url = ''
  let heard = Buffer.alloc(0)
  let answer = 'stream: OK'
  beforeAll(async () => {
    server = createServer(socket => {
      heard = Buffer.alloc(0)
      socket.on('data', data => {
        heard = Buffer.concat([heard, data])
        if (heard.subarray(-4).readUInt32BE() === 0) socket.end(`${answer}\0`)
      })
      socket.on('error', () => {})
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))

  it('receives the whole content in frames, and what it finds clean is stored', async () => {
    answer = 'stream: OK'
    const content = Buffer.alloc(200_000, 'abc,')
    await clamdScanner(url)(fileOf(content))
    expect(heard.subarray(0, 10).toString()).toBe('zINSTREAM\0')
    const frames: Buffer[] = []
    for (let at = 10; heard.readUInt32BE(at) > 0; at += 4 + heard.readUInt32BE(at))
      frames.push(heard.subarray(at + 4, at + 4 + heard.readUInt32BE(at)))
    expect(Buffer.concat(frames).equals(content)).toBe(true)
  })

  it('blocks infected files, and nothing is left behind', async () => {
    answer = 'stream: Win.Test.EICAR_HDB-1 FOUND'
    const path = folder()
    const files = await openFileStore({ kind: 'folder', folder: path }, url)
    const before = await count()
    expect(await refused(receive(files, 'a,b\nbad,thing\n'))).toEqual([
      415,
      'The file contains a known virus',
    ])
    expect([readdirSync(path), await count()]).toEqual([['arriving'], before])
  })

  it('blocks everything when it cannot scan', async () => {
    answer = 'INSTREAM size limit exceeded. ERROR'
    expect((await refused(clamdScanner(url)(fileOf('a'))))[0]).toBe(503)
    expect((await refused(clamdScanner('tcp://127.0.0.1:9')(fileOf('a'))))[0]).toBe(503)
  })
})

const DAY = 86_400_000
const ago = (ms: number) => new Date(new Date(world.runtime.now()).getTime() - ms).toISOString()
const store = (...changes: ReturnType<typeof sampleRow>[]) =>
  world.store.transaction(tx => tx.apply(changes, { now: world.runtime.now(), newId: world.runtime.newId }))

it('unowned uploads older than a day are removed with their bytes, and nothing else is', async () => {
  const kept = await receive(world.files, 'a,b\nshared,content\n')
  const { sha256 = '', size = 0 } = (await world.store.read.one('filedDocument', kept.id)) ?? {}
  const old = await receive(world.files, 'a,b\nold,content\n')
  const oldHash = (await world.store.read.one('filedDocument', old.id))?.sha256 ?? ''
  const unowned = {
    size,
    ownerKind: null,
    ownerId: null,
    tag: null,
    replacedById: null,
    uploadedBy: 'fay',
    reason: null,
  }
  await store(
    sampleRow('filedDocument', { ...unowned, id: 'old-twin', sha256, uploadedAt: ago(2 * DAY) }),
    sampleRow('filedDocument', { ...unowned, id: 'old-alone', sha256: oldHash, uploadedAt: ago(DAY + 1000) }),
    sampleRow('filedDocument', { ...unowned, id: 'nearly', sha256, uploadedAt: ago(DAY - 1000) }),
    sampleRow('filedDocument', {
      ...unowned,
      id: 'filed',
      sha256: oldHash,
      ownerKind: 'project',
      ownerId: 'moss',
      tag: 'LandholderInfo',
      uploadedAt: ago(9 * DAY),
    }),
  )
  await world.store.db
    .updateTable('filedDocument')
    .set({ uploadedAt: ago(3 * DAY) })
    .where('id', '=', old.id)
    .execute()
  await deleteUnfiledUploads.run({ runtime: world.runtime, files: world.files })
  const left = (await world.store.read.list('filedDocument', {})).map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([kept.id, 'nearly', 'filed']))
  for (const gone of ['old-twin', 'old-alone', old.id]) expect(left).not.toContain(gone)
  expect(await world.files.open(oldHash)).toBeDefined()

  await world.store.db.deleteFrom('filedDocument').where('id', '=', 'filed').execute()
  await store(
    sampleRow('filedDocument', { ...unowned, id: 'last', sha256: oldHash, uploadedAt: ago(2 * DAY) }),
  )
  await deleteUnfiledUploads.run({ runtime: world.runtime, files: world.files })
  expect(await world.files.open(oldHash)).toBeUndefined()
  expect(await world.files.open(sha256)).toBeDefined()
})

it('the people of an organisation store at most 2 GB of documents together, the market operator any amount', async () => {
  const large = {
    size: 2 * 1024 ** 3,
    ownerKind: 'project',
    ownerId: 'sedge',
    tag: 'LandholderInfo',
    replacedById: null,
  } as const
  await store(
    sampleRow('filedDocument', { ...large, id: 'large', uploadedBy: 'eve' }),
    sampleRow('filedDocument', { ...large, id: 'papers', uploadedBy: 'olga' }),
  )
  const by = (
    userId: string,
    organisationId: string,
    organisationType: 'PARTICIPANT' | 'OPER',
    groups: 'admin'[],
  ) =>
    receiveUpload(world.runtime, world.files, Readable.from([Buffer.from('a,b\n')]), {
      name: 'a.csv',
      accept: ['csv'],
      actor: { ...SYSTEM, userId, organisationId, organisationType, groups },
    })
  expect(await refused(by('eve', 'estate', 'PARTICIPANT', []))).toEqual([
    413,
    'With this file, the documents of your organisation would be larger than 2 GB in total',
  ])
  expect(await by('bob', 'builder', 'PARTICIPANT', [])).toMatchObject({ name: 'a.csv' })
  expect(await by('olga', 'operator', 'OPER', ['admin'])).toMatchObject({ name: 'a.csv' })
})
