import { sql, type SqlBool } from 'kysely'
import { user, USER_COLUMNS } from '#contract/organisation'
import { DECLARATION_CATEGORIES } from '#domain/declaration'
import type { SettingKind } from '#domain/entities'
import { rowLinks } from '#contract/nouns'
import type { Listed } from '#contract/noun'
import { SETTINGS } from '#contract/settings'
import { namesOf } from '../names.ts'
import { columnSorts, tableColumns } from './columns.ts'
import type { AnyListing, Listing } from './listing.ts'
import {
  byAnyOf,
  byId,
  nameSearch,
  inOrderOf,
  textSearch,
  number,
  text,
  textIfAny,
  booleanFilter,
} from './filters.ts'

type Words<K extends SettingKind> = Listing<(typeof SETTINGS)[K]>

/** What is read of every setting, and what of this kind besides. */
const setting = <K extends SettingKind>(
  kind: K,
  more: {
    filters: Omit<Words<K>['filters'], 'active'>
    sorts: Omit<Words<K>['sorts'], 'name'>
    searchColumns?: Words<K>['searchColumns']
  },
): AnyListing => {
  const noun: Listed = SETTINGS[kind]
  const shown = Object.keys(noun.row.shape).filter(column => !['id', 'links', 'version'].includes(column))
  return {
    noun,
    defaultSort: 'name',
    filters: { active: booleanFilter(sql<SqlBool>`${sql.ref(`${kind}.active`)}`), ...more.filters },
    sorts: { name: text(`${kind}.name`), ...more.sorts },
    searchColumns: [textSearch(`${kind}.name`), ...(more.searchColumns ?? [])],
    // What the card does not name is cut away.
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

/** The lists of the settings, from which rounds and forms choose. */
export const settings: { readonly [K in SettingKind]: AnyListing } = {
  projectType: setting('projectType', {
    filters: { creditType: byAnyOf('projectType.serviceTypes') },
    sorts: {},
  }),
  standard: setting('standard', {
    filters: { creditType: byAnyOf('standard.serviceTypes') },
    sorts: { publisher: textIfAny('standard.publisher') },
    searchColumns: [textSearch('standard.publisher')],
  }),
  nca: setting('nca', { filters: {}, sorts: { number: number('nca.number') } }),
  lpa: setting('lpa', {
    filters: {},
    sorts: { region: textIfAny('lpa.region') },
    searchColumns: [textSearch('lpa.fullName')],
  }),
  subcatchment: setting('subcatchment', {
    filters: {
      nitrogen: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.nitrogen')}`),
      phosphorous: booleanFilter(sql<SqlBool>`${sql.ref('subcatchment.phosphorous')}`),
    },
    sorts: { catchment: text('subcatchment.catchment') },
    searchColumns: [textSearch('subcatchment.catchment')],
  }),
  declaration: setting('declaration', {
    filters: { category: byId('declaration.category') },
    sorts: { category: inOrderOf('declaration.category', DECLARATION_CATEGORIES) },
    searchColumns: [textSearch('declaration.declaration')],
  }),
}

/** People: the operator finds everybody, others their colleagues. */
export const users: Listing<typeof user> = {
  noun: user,
  filters: {
    organisationId: byId('user.organisationId'),
    group: byAnyOf('user.groups'),
    active: booleanFilter(sql<SqlBool>`${sql.ref('user.active')}`),
  },
  sorts: {
    displayName: text('user.displayName'),
    username: text('user.username'),
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
    const organisation = await namesOf(
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
