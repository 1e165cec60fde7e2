import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/process/places'
import { copyTemplate, type Template } from './builders/templates.ts'
import { hashOfSources } from './hash-of-sources.ts'
import { runAsMaintainer } from './postgres.ts'
import { databasesLike, dropDatabases, TEMPLATE_FILES } from './template-databases.ts'

let folder: string
beforeAll(() => {
  mkdirSync(join(projectRoot, '.cache'), { recursive: true })
  folder = mkdtempSync(join(projectRoot, '.cache/templates-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await runAsMaintainer(async client =>
    dropDatabases(client, await databasesLike(client, '^template_.*_counted$')),
  )
})

test('a template is made once, and again when its files are gone', async () => {
  let made = 0
  const template: Template = {
    name: 'counted',
    file: import.meta.filename,
    make: async (_reach, dataDir) => {
      made += 1
      writeFileSync(join(dataDir, 'made'), String(made))
    },
  }
  const madeAs = async () => {
    const { dataDir, remove } = await copyTemplate(template)
    const text = readFileSync(join(dataDir, 'made'), 'utf8')
    await remove()
    return text
  }
  expect(await madeAs()).toBe('1')
  expect(await madeAs()).toBe('1')
  for (const name of readdirSync(TEMPLATE_FILES).filter(one => one.endsWith('_counted')))
    rmSync(join(TEMPLATE_FILES, name), { recursive: true })
  expect(await madeAs()).toBe('2')
})

test('a failed template is tried again', async () => {
  let tries = 0
  const template: Template = {
    name: 'failing_counted',
    file: import.meta.filename,
    make: async (_reach, dataDir) => {
      tries += 1
      if (existsSync(join(dataDir, 'half'))) throw new Error('The first attempt left something behind')
      writeFileSync(join(dataDir, 'half'), '')
      if (tries === 1) throw new Error('The first try fails')
    },
  }
  await expect(copyTemplate(template)).rejects.toThrow('The first try fails')
  const { remove } = await copyTemplate(template)
  await remove()
  expect(tries).toBe(2)
})

test('a template of other sources replaces the one before', async () => {
  const template = { name: 'changing_counted', make: async () => undefined }
  for (const file of ['templates.test.ts', 'postgres.ts'])
    await (await copyTemplate({ ...template, file: join(import.meta.dirname, file) })).remove()
  const kept: string[] = []
  await runAsMaintainer(async client => {
    kept.push(...(await databasesLike(client, '^template_.*_changing_counted$')))
  })
  expect(kept).toHaveLength(1)
})

test('the hash of a template changes with its transitive imports, and with nothing else', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('maker.ts', "import { first } from './first.ts'\n")
  write('first.ts', "import {\n  second,\n} from './second.ts'\n")
  write('second.ts', 'export const second = 2\n')
  write('other.ts', 'export const other = 1\n')
  const before = hashOfSources(join(folder, 'maker.ts'))
  write('other.ts', 'export const other = 2\n')
  expect(hashOfSources(join(folder, 'maker.ts'))).toBe(before)
  write('second.ts', 'export const second = 3\n')
  expect(hashOfSources(join(folder, 'maker.ts'))).not.toBe(before)
})
