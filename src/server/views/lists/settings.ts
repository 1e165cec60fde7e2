import { sql, type SqlBool } from 'kysely'
import { user, USER_COLUMNS } from '#contract/people/organisation'
import { DECLARATION_CATEGORIES } from '#domain/credit/declaration'
import type { SettingKind } from '#domain/disclosure/entities'
import { rowLinks } from '#contract/nouns/nouns'
import type { ListedNoun } from '#contract/kit/noun'
import { SETTINGS } from '#contract/system/settings'
import { readNamesOfKind } from '../kit/names.ts'
import { columnSorts, tableColumns } from '../listing/columns.ts'
import type { AnyListing, Listing } from '../listing/listing.ts'
import {
  anyOfFilter,
  idFilter,
  nameSearch,
  fixedOrderSort,
  textSearch,
  numberSort,
  textSort,
  nullableTextSort,
  booleanFilter,
} from '../listing/filters.ts'

type Words<K extends SettingKind> = Listing<(typeof SETTINGS)[K]>

/** Listing that all settings share, with the additions of one kind. */
const setting = <K extends SettingKind>(
  kind: K,
  more: {
    filters: Omit<Words<K>['filters'], 'active'>
    sorts: Omit<Words<K>['sorts'], 'name'>
    searchColumns?: Words<K>['searchColumns']
  },
): AnyListing => {
  const noun: ListedNoun = SETTINGS[kind]
  const shown = Object.keys(noun.row.shape).filter(column => !['id', 'links', 'version'].includes(column))
  return {
    noun,
    defaultSort: 'name',
    filters: { active: booleanFilter(sql<SqlBool>`${sql.ref(`${kind}.active`)}`), ...more.filters },
    sorts: { name: textSort(`${kind}.name`), ...more.sorts },
    searchColumns: [textSearch(`${kind}.name`), ...(more.searchColumns ?? [])],
    // Properties that the card does not declare are removed.
    rows: (_db, rows) => rows.map(row => noun.row.parse({ ...row, links: rowLinks(kind, row.id) })),
    columns: shown.map(column => ({ title: column, value: row => cellOf(row[column]) })),
  }
}

const cellOf = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : null
}

/** Lists of the settings that rounds and forms choose from. */
export const settingLists: { readonly [K in SettingKind]: AnyListing } = {
  projectType: setting('projectType', {
    filters: { creditType: anyOfFilter('projectType.serviceTypes') },
    sorts: {},
  }),
  standard: setting('standard', {
    filters: { creditType: anyOfFilter('standard.serviceTypes') },
    sorts: { publisher: nullableTextSort('standard.publisher') },
    searchColumns: [textSearch('standard.publisher')],
  }),
  nca: setting('nca', { filters: {}, sorts: { number: numberSort('nca.number') } }),
  lpa: setting('lpa', {
    filters: {},
    sorts: { region: nullableTextSort('lpa.region') },
    searchColumns: [textSearch('lpa.fullName')],
  }),
  subcatchment: setting('subcatchment', {
    filters: {
      nitrogen: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.nitrogen')}`),
      phosphorous: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.phosphorous')}`),
    },
    sorts: { catchment: textSort('subcatchment.catchment') },
    searchColumns: [textSearch('subcatchment.catchment')],
  }),
  declaration: setting('declaration', {
    filters: { category: idFilter('declaration.category') },
    sorts: { category: fixedOrderSort('declaration.category', DECLARATION_CATEGORIES) },
    searchColumns: [textSearch('declaration.declaration')],
  }),
}

/** List of users: the operator sees everyone, others see their colleagues. */
export const userList: Listing<typeof user> = {
  noun: user,
  filters: {
    organisationId: idFilter('user.organisationId'),
    group: anyOfFilter('user.groups'),
    active: booleanFilter(sql<SqlBool>`${sql.ref('user.active')}`),
  },
  sorts: {
    displayName: textSort('user.displayName'),
    username: textSort('user.username'),
    ...columnSorts('user', USER_COLUMNS),
  },
  defaultSort: 'displayName',
  searchColumns: [
    textSearch('user.displayName'),
    textSearch('user.email'),
    textSearch('user.username'),
    nameSearch('user.organisationId', 'organisation'),
  ],
  rows: async (db, rows) => {
    const organisation = await readNamesOfKind(
      db,
      'organisation',
      rows.map(row => row.organisationId),
    )
    return rows.map(({ id, username, displayName, email, groups, organisationId, active }) => ({
      id,
      links: rowLinks('user', id),
      username,
      name: displayName,
      displayName,
      email,
      groups,
      organisation: organisation(organisationId),
      active,
    }))
  },
  columns: tableColumns(user, USER_COLUMNS, {
    groups: row => row.groups.join(', '),
  }),
}
