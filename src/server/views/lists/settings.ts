import { sql, type SqlBool } from 'kysely'
import { CREDIT_TYPES } from '#domain/credit-type'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import { type Entities, SETTING_LISTS, type SettingKind } from '#domain/entities'
import { USER_GROUPS } from '#domain/user'
import type { SettingRow } from '#domain/wire/setting'
import { namesOf } from '../names.ts'
import type { Column, Listing } from './listing.ts'
import {
  byAnyOf,
  byId,
  byOneOf,
  nameSearch,
  inOrderOf,
  textSearch,
  nameOf,
  number,
  text,
  textIfAny,
  booleanFilter,
} from './filters.ts'

const setting = <K extends SettingKind>(
  kind: K,
  columns: readonly (keyof Entities[K] & string)[],
  more: Pick<Listing<K, SettingRow<K>>, 'filters' | 'sorts' | 'searchColumns'>,
): Listing<K, SettingRow<K>> => ({
  kind,
  collection: SETTING_LISTS[kind],
  defaultSort: 'name',
  ...more,
  filters: { active: booleanFilter(sql<SqlBool>`${sql.ref(`${kind}.active`)}`), ...more.filters },
  sorts: { name: text(`${kind}.name`), ...more.sorts },
  searchColumns: [textSearch(`${kind}.name`), ...more.searchColumns],
  rows: (_db, rows) => rows.map(row => settingRow(row, columns)),
  columns: columns.map((column): Column<SettingRow<K>> => ({
    title: column,
    value: row => cellOf(row[column]),
  })),
})

const settingRow = <K extends SettingKind>(
  row: Entities[K],
  columns: readonly (keyof Entities[K] & string)[],
): SettingRow<K> =>
  Object.fromEntries(
    ['id', 'version', ...columns].map(column => [column, row[column as keyof Entities[K]]]),
  ) as unknown as SettingRow<K>

const cellOf = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : (value as string)
}

/** The lists of the settings, from which rounds and forms choose. */
export const SETTINGS = {
  'project-types': setting(
    'projectType',
    ['name', 'serviceTypes', 'standardIds', 'fixedTermAllowed', 'permanentAllowed', 'description', 'active'],
    {
      filters: { creditType: byAnyOf('projectType.serviceTypes', CREDIT_TYPES) },
      sorts: {},
      searchColumns: [],
    },
  ),
  standards: setting(
    'standard',
    ['name', 'edition', 'publisher', 'serviceTypes', 'fixedTermAllowed', 'kind', 'description', 'active'],
    {
      filters: { creditType: byAnyOf('standard.serviceTypes', CREDIT_TYPES) },
      sorts: { publisher: textIfAny('standard.publisher') },
      searchColumns: [textSearch('standard.publisher')],
    },
  ),
  ncas: setting('nca', ['number', 'name', 'active'], {
    filters: {},
    sorts: { number: number('nca.number') },
    searchColumns: [],
  }),
  lpas: setting('lpa', ['name', 'fullName', 'region', 'active'], {
    filters: {},
    sorts: { region: textIfAny('lpa.region') },
    searchColumns: [textSearch('lpa.fullName')],
  }),
  subcatchments: setting('subcatchment', ['name', 'catchment', 'nitrogen', 'phosphorous', 'active'], {
    filters: {
      nitrogen: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.nitrogen')}`),
      phosphorous: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.phosphorous')}`),
    },
    sorts: { catchment: text('subcatchment.catchment') },
    searchColumns: [textSearch('subcatchment.catchment')],
  }),
  declarations: setting(
    'declaration',
    ['name', 'declaration', 'category', 'isForAgents', 'isForParticipants', 'active'],
    {
      filters: { category: byOneOf('declaration.category', DECLARATION_CATEGORIES) },
      sorts: { category: inOrderOf('declaration.category', DECLARATION_CATEGORIES) },
      searchColumns: [textSearch('declaration.declaration')],
    },
  ),
} as const

/** A person who signs in, as colleagues and the operator see it. */
export interface UserRow {
  id: string
  username: string
  name: string
  displayName: string
  email: string
  groups: Entities['user']['groups']
  organisation: { id: string; name: string } | null
  active: boolean
}

/** People: the operator finds everybody, others their colleagues. */
export const users: Listing<'user', UserRow> = {
  kind: 'user',
  filters: {
    organisationId: byId('user.organisationId'),
    group: byAnyOf('user.groups', USER_GROUPS),
    active: booleanFilter(sql<SqlBool>`${sql.ref('user.active')}`),
  },
  sorts: {
    displayName: text('user.displayName'),
    username: text('user.username'),
    organisation: nameOf('user.organisationId', 'organisation'),
  },
  defaultSort: 'displayName',
  searchColumns: [
    textSearch('user.displayName'),
    textSearch('user.email'),
    textSearch('user.username'),
    nameSearch('user.organisationId', 'organisation'),
  ],
  rows: async (db, rows) => {
    const organisation = await namesOf(
      db,
      'organisation',
      rows.map(row => row.organisationId),
    )
    return rows.map(({ id, username, displayName, email, groups, organisationId, active }) => ({
      id,
      username,
      name: displayName,
      displayName,
      email,
      groups,
      organisation: organisation(organisationId),
      active,
    }))
  },
  columns: [
    { title: 'Name', value: row => row.displayName },
    { title: 'User name', value: row => row.username },
    { title: 'E-mail', value: row => row.email },
    { title: 'Groups', value: row => row.groups.join(', ') },
    { title: 'Organisation', value: row => row.organisation?.name ?? null },
  ],
}
