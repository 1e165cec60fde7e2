import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import { type ServerConfig, readConfig } from '#server/process/config'
import { openFileStore, receiveUpload } from '#server/files/file-store'
import { requireMarketFiles } from '#server/files/market-files'
import { findStartObstacle } from '#server/process/trouble'
import { startWorld, type World } from './world.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'credit-market-shared-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

const start = async (config: ServerConfig) => {
  const files = await openFileStore(config.files)
  await requireMarketFiles(world.store.db, files, config)
  return files
}
const at = (dataDir: string) => ({ ...world.config, ...readConfig({ DATA_DIR: dataDir, DEMO: 'off' }) })
const upload = () =>
  receiveUpload(world.runtime, world.files, Readable.from([Buffer.from('a,b\n')]), {
    name: 'a.csv',
    accept: ['csv'],
    actor: { ...SYSTEM, userId: 'fay', organisationId: 'farm' },
  })
const isReady = async () => (await world.ask(null, '/readyz')).json<{ files: boolean }>().files

it('a second server is refused if it does not see the same files, before and after there are documents', async () => {
  const other = folder()
  await start(world.config)
  await start(world.config)
  await expect(start(at(other))).rejects.toThrow(
    /^The folder files in .* \(DATA_DIR\) does not contain the documents of this market: give every server the same bucket in S3_URL, or a folder in DATA_DIR that all of them share/,
  )
  await upload()
  await expect(start(at(other))).rejects.toThrow('does not contain the documents of this market')
  await start(world.config)
})

it('a market with lost files continues once an operator confirms it, and one with moved files at once', async () => {
  await start(world.config)
  await upload()
  const moved = folder()
  renameSync(join(world.config.dataDir, 'files'), join(moved, 'files'))
  await start(at(moved))
  const { message } = (await start(world.config).catch((error: unknown) => error)) as Error
  expect(message).not.toContain('\n')
  const [, word = ''] = /create a file market-id that contains the word (\S+)/.exec(message) ?? []
  writeFileSync(join(world.config.dataDir, 'files/market-id'), `${word}\n`)
  await start(world.config)
})

it('files without an id, from an earlier version or a backup, are recognised by their documents', async () => {
  await upload()
  await expect(start(at(folder()))).rejects.toThrow('does not contain the documents of this market')
  const sign = join(world.config.dataDir, 'files/market-id')
  for (const _ of ['never there', 'not brought back']) {
    await start(world.config)
    expect(readFileSync(sign, 'utf8')).toMatch(/^\w+\n$/)
    rmSync(sign)
  }
})

it('one of two simultaneous first starts begins the market and the other is refused', async () => {
  const starts = await Promise.allSettled([start(at(folder())), start(at(folder()))])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('a new market is refused where another’s documents are, and an interrupted first start continues', async () => {
  const sign = join(world.config.dataDir, 'files/market-id')
  writeFileSync(sign, 'another\n')
  await expect(start(world.config)).rejects.toThrow(
    /^The folder files in .* \(DATA_DIR\) contains the documents of another market, .* name that database in DATABASE_URL/,
  )
  expect(readFileSync(sign, 'utf8')).toBe('another\n')
  rmSync(sign)
  await start(world.config)
  await world.store.db.deleteFrom('meta').where('key', '=', 'files-mark').execute()
  await start(world.config)
})

it('a reset demonstration keeps its documents', async () => {
  const demonstration = { ...world.config, demo: true }
  await start(demonstration)
  await world.store.db.deleteFrom('meta').execute()
  await start(demonstration)
})

it('a server whose folder is removed is not ready', async () => {
  await start(world.config)
  expect(await isReady()).toBe(true)
  const mounted = join(world.config.dataDir, 'files')
  renameSync(join(mounted, 'market-id'), join(mounted, 'gone'))
  expect(await isReady()).toBe(false)
  renameSync(join(mounted, 'gone'), join(mounted, 'market-id'))
  expect(await isReady()).toBe(true)
})

it('a wrong or unreachable bucket is refused with S3_URL in the line', async () => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder(),
    configureBuckets: [{ name: 'right' }, { name: 'wrong' }],
  })
  const { port } = await server.run()
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const bucket = (name: string) => readConfig({ S3_URL: `http://127.0.0.1:${port}/${name}`, ...keys })
  await start(bucket('right'))
  await start(bucket('right'))
  await expect(start(bucket('wrong'))).rejects.toThrow(
    /^The bucket of S3_URL does not contain the documents of this market/,
  )
  await expect(start(bucket('nowhere'))).rejects.toThrow(/^The bucket of S3_URL cannot be reached: /)
  await server.close()
  const refused = await start(bucket('right')).catch((error: unknown) => error)
  expect(findStartObstacle(refused)).toMatch(/^The bucket of S3_URL cannot be reached: /)
})
