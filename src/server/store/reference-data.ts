import { isOneOf, keysOf } from '#domain/values/narrow'
import { DEFAULT_BRAND, BRAND_ID } from '#domain/people/brand'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Kysely, sql, type Transaction } from 'kysely'
import { canonicalJson } from '@credit-market/values/canonical'
import type { DeclarationCategory } from '#domain/credit/declaration'
import type { Instant } from '@credit-market/values/dates'
import type { EntityMap } from '#domain/disclosure/entities'
import { refdataDir } from '../process/places.ts'
import { appendEntryIfChanged } from './activity.ts'
import { writeInstallationValue, readInstallationValue } from './notes.ts'
import type { Database } from './tables/tables.ts'

type ReferenceKind = 'brand' | 'standard' | 'projectType' | 'nca' | 'lpa' | 'subcatchment' | 'declaration'

type ReferenceData = { [K in ReferenceKind]: Omit<EntityMap[K], 'version'>[] }

/**
 * Loads the lists that come with the product, only if they differ from those loaded last, and without touching rows
 * that someone has changed in the settings since, as their version shows.
 */
export const loadReferenceData = async (
  db: Kysely<Database>,
  now: Instant,
  folder: string = refdataDir,
): Promise<void> => {
  const data = readReferenceData(folder)
  const fingerprint = createHash('sha256').update(canonicalJson(data)).digest('hex')
  const key = 'reference-data'
  if ((await readInstallationValue(db, key)) === fingerprint) return
  await db.transaction().execute(async trx => {
    // One of several servers that start at the same time does it.
    await sql`select pg_advisory_xact_lock(hashtext('take over reference data'))`.execute(trx)
    if ((await readInstallationValue(trx, key)) === fingerprint) return
    for (const kind of keysOf(data)) await takeOver(trx, kind, data[kind])
    await writeInstallationValue(trx, key, fingerprint)
    const title = 'Take over reference data'
    const details = { sha256: fingerprint }
    await appendEntryIfChanged(trx, {
      at: now,
      action: 'TakeOverReferenceData',
      title,
      message: title,
      details,
    })
  })
}

const takeOver = async (db: Transaction<Database>, kind: ReferenceKind, rows: { id: string }[]) => {
  const table = db as unknown as Transaction<Record<string, Record<string, unknown>>>
  const columns = Object.keys(rows[0] ?? {}).filter(column => column !== 'id')
  if (columns.length === 0) return
  const given = Object.fromEntries(columns.map(column => [column, sql.ref(`excluded.${column}`)]))
  await table
    .insertInto(kind)
    .values(rows)
    .onConflict(conflict => conflict.column('id').doUpdateSet(given).where(`${kind}.version`, '=', 1))
    .execute()
}

type Cells = Readonly<Record<string, string>>

const readReferenceData = (folder: string): ReferenceData => {
  const rows = (file: string): Cells[] =>
    parse(readFileSync(join(folder, file)), { columns: true, bom: true, skip_empty_lines: true })
  const { logo: _, ...brand } = DEFAULT_BRAND
  return {
    brand: [{ id: BRAND_ID, ...brand, hasLogo: false }],
    standard: rows('standards.csv').map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      edition: textOrNull(row, 'version'),
      publisher: textOrNull(row, 'publisher'),
      serviceTypes: list(row, 'serviceTypes').filter(type => isOneOf(CREDIT_TYPES, type)),
      fixedTermAllowed: flag(row, 'fixedTermAllowed'),
      kind: text(row, 'kind'),
      description: textOrNull(row, 'description'),
      active: flag(row, 'active'),
    })),
    projectType: rows('projecttypes.csv').map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      serviceTypes: list(row, 'serviceTypes').filter(type => isOneOf(CREDIT_TYPES, type)),
      standardIds: list(row, 'standards'),
      fixedTermAllowed: flag(row, 'fixedTermAllowed'),
      permanentAllowed: flag(row, 'permanentAllowed'),
      checkYears: null,
      description: textOrNull(row, 'description'),
      active: flag(row, 'active'),
    })),
    nca: rows('ncas.csv').map(row => ({
      id: text(row, 'id'),
      number: Number(text(row, 'number')),
      name: text(row, 'name'),
      active: true,
    })),
    lpa: rows('lpas.csv').map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      fullName: text(row, 'fullName'),
      region: textOrNull(row, 'region'),
      reference: textOrNull(row, 'lpaCode'),
      areaCode: textOrNull(row, 'areaCode'),
      active: flag(row, 'active'),
    })),
    subcatchment: rows('subcatchments.csv').map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      catchment: text(row, 'catchment'),
      nitrogen: flag(row, 'nitrogen'),
      phosphorous: flag(row, 'phosphorous'),
      active: flag(row, 'active'),
    })),
    declaration: rows('declarations.csv').map(row => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      declaration: text(row, 'declaration'),
      category: text(row, 'category') as DeclarationCategory,
      isForAgents: flag(row, 'isForAgents'),
      isForParticipants: flag(row, 'isForParticipants'),
      active: true,
    })),
  }
}

const textOrNull = (row: Cells, column: string): string | null => row[column] || null

const text = (row: Cells, column: string): string => {
  const value = row[column]
  if (!value) throw new Error(`The reference data has a row without ${column}: ${JSON.stringify(row)}`)
  return value
}

const flag = (row: Cells, column: string): boolean => text(row, column) === 'true'

const list = (row: Cells, column: string): string[] => (row[column] ? row[column].split('|') : [])
