import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import { CREDIT_TYPES } from '#domain/credit-type'
import { HABITAT_TYPES, habitatTypesOf } from '#domain/habitat-types'
import { BROAD_HABITATS, DISTINCTIVENESS } from '#domain/habitat'
import { refdataDir } from '#server/places'
import { loadReferenceData } from '#server/store/reference-data'
import { freshStore } from './open.ts'
import { given } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await loadReferenceData(store.db, given().now)
})
afterAll(() => store.close())

describe('the lists that come with the product', () => {
  it('the lists that come with the product are all there', async () => {
    const counts = await Promise.all(
      (['nca', 'lpa', 'subcatchment', 'standard', 'projectType', 'declaration'] as const).map(
        async kind => (await store.read.list(kind, {})).length,
      ),
    )
    expect(counts).toEqual([159, 310, 62, 21, 20, 29])
  })

  it('the lists that come with the product say what they should', async () => {
    expect(await store.read.one('nca', 'NCA142')).toEqual({
      id: 'NCA142',
      version: 1,
      number: 142,
      name: 'Somerset Levels and Moors',
      active: true,
    })
    expect(await store.read.one('standard', 'NA')).toEqual({
      id: 'NA',
      version: 1,
      name: 'Not applicable',
      edition: null,
      publisher: null,
      serviceTypes: [...CREDIT_TYPES],
      fixedTermAllowed: true,
      kind: 'Placeholder',
      description: 'Used while no standard has been chosen',
      active: true,
    })
    expect(await store.read.one('subcatchment', 'SomersetLevelsAndMoorsTone')).toMatchObject({
      nitrogen: false,
      phosphorous: true,
    })
  })

  it('the lists that come with the product name only standards that exist', async () => {
    const known = new Set((await store.read.list('standard', {})).map(standard => standard.id))
    const named = (await store.read.list('projectType', {})).flatMap(type => type.standardIds)
    expect(named.filter(id => !known.has(id))).toEqual([])
  })

  it('reference data are taken over once, and when they differ, without undoing what somebody has set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'refdata-'))
    cpSync(refdataDir, folder, { recursive: true })
    await store.transaction(tx => tx.apply([update('nca', { id: 'NCA142' }, { active: false })], given()))
    await store.db.updateTable('nca').set({ name: 'Mislaid' }).where('id', '=', 'NCA001').execute()
    await loadReferenceData(store.db, given().now)
    expect(await store.read.one('nca', 'NCA001')).toMatchObject({ name: 'Mislaid' })

    const ncas = readFileSync(join(folder, 'ncas.csv'), 'utf8')
    rmSync(join(folder, 'ncas.csv'))
    writeFileSync(join(folder, 'ncas.csv'), ncas.replace('Cheviot Fringe', 'Cheviot Edge'))
    await loadReferenceData(store.db, given().now, folder)
    expect(await store.read.one('nca', 'NCA001')).toMatchObject({
      name: 'North Northumberland Coastal Plain',
    })
    expect(await store.read.one('nca', 'NCA003')).toMatchObject({ name: 'Cheviot Edge', version: 1 })
    expect(await store.read.one('nca', 'NCA142')).toMatchObject({ active: false, version: 2 })
    expect(await store.read.list('nca', {})).toHaveLength(159)
    rmSync(folder, { recursive: true })
  })
})

describe('habitat types', () => {
  it('habitat types are those of the reference data that can be supplied and asked for', () => {
    const rows: Record<string, string>[] = parse(readFileSync(join(refdataDir, 'habitats.csv')), {
      columns: true,
    })
    const wanted = rows.filter(row => row.inSpecScope === 'true' && row.requestable === 'true')
    expect(HABITAT_TYPES).toEqual(
      wanted.map(row => ({
        id: row.id,
        label: row.label,
        broadHabitat: row.specBroadHabitat,
        distinctiveness: row.distinctiveness,
      })),
    )
    expect(HABITAT_TYPES).toHaveLength(82)
  })

  it('habitat types use the words of the domain, and every broad habitat but NA has some', () => {
    for (const type of HABITAT_TYPES) {
      expect(BROAD_HABITATS).toContain(type.broadHabitat)
      expect(DISTINCTIVENESS).toContain(type.distinctiveness)
    }
    expect(BROAD_HABITATS.filter(broad => habitatTypesOf(broad).length === 0)).toEqual(['NA'])
  })
})
