import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { HABITAT_TYPES, habitatTypesOf } from '@credit-market/habitat-metric/habitat-types'
import { BROAD_HABITATS, DISTINCTIVENESS } from '@credit-market/habitat-metric/habitat'
import { refdataDir } from '#server/process/places'
import { loadReferenceData } from '#server/store/reference-data'
import { freshStore } from './open.ts'
import { createEffectContext } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await loadReferenceData(store.db, createEffectContext().now)
})
afterAll(() => store.close())

describe('the lists that come with the product', () => {
  it('are complete', async () => {
    const counts = await Promise.all(
      (['nca', 'lpa', 'subcatchment', 'standard', 'projectType', 'declaration'] as const).map(
        async kind => (await store.read.list(kind, {})).length,
      ),
    )
    expect(counts).toEqual([159, 310, 62, 21, 20, 29])
  })

  it('have the expected content', async () => {
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

  it('name only existing standards', async () => {
    const known = new Set((await store.read.list('standard', {})).map(standard => standard.id))
    const named = (await store.read.list('projectType', {})).flatMap(type => type.standardIds)
    expect(named.filter(id => !known.has(id))).toEqual([])
  })

  it('reference data are imported once and when they differ, without undoing local settings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'refdata-'))
    cpSync(refdataDir, folder, { recursive: true })
    await store.transaction(tx =>
      tx.apply([update('nca', { id: 'NCA142' }, { active: false })], createEffectContext()),
    )
    await store.db.updateTable('nca').set({ name: 'Mislaid' }).where('id', '=', 'NCA001').execute()
    await loadReferenceData(store.db, createEffectContext().now)
    expect(await store.read.one('nca', 'NCA001')).toMatchObject({ name: 'Mislaid' })

    const ncas = readFileSync(join(folder, 'ncas.csv'), 'utf8')
    rmSync(join(folder, 'ncas.csv'))
    writeFileSync(join(folder, 'ncas.csv'), ncas.replace('Cheviot Fringe', 'Cheviot Edge'))
    await loadReferenceData(store.db, createEffectContext().now, folder)
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
  it('are those of the reference data that can be supplied and required', () => {
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

  it('use the words of the domain, and every broad habitat except NA has some', () => {
    for (const type of HABITAT_TYPES) {
      expect(BROAD_HABITATS).toContain(type.broadHabitat)
      expect(DISTINCTIVENESS).toContain(type.distinctiveness)
    }
    expect(BROAD_HABITATS.filter(broad => habitatTypesOf(broad).length === 0)).toEqual(['NA'])
  })
})
