import { z } from 'zod'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/credit/declaration'
import type { EntityMap, SettingKind } from '#domain/disclosure/entities'
import {
  choiceColumn,
  choicesColumn,
  type ColumnDefinition,
  numberColumn,
  textColumn,
  yesNoColumn,
} from '../columns/column.ts'
import { endpoint } from '../kit/endpoint.ts'
import { booleanFilter, defineNoun, choiceFilter, type Noun } from '../kit/noun.ts'
import { listPage, resourceFields, rowFields } from '../kit/resource.ts'
import { creditType, id, instant, nullableText, idAndNameList } from '../kit/values.ts'

const stored = { ...rowFields, version: z.int() }
const name = z.string()
const active = z.boolean()
const serviceTypes = z.array(creditType)

/** Reference data that everyone signed in can choose from, and the operator maintains. */
const listed = <const K extends SettingKind, const L extends string>(kind: K, list: L) =>
  ({
    kind,
    list,
    collection: `${kind}s` as const,
    readBy: 'everyone',
    isSubject: true,
    isNamed: true,
    isChosen: true,
    page: ({ id: settingId }: { id: string }) => `/settings/refdata/${list}/${settingId}`,
  }) as const

/** A setting whose list and page have the same columns; `schema` is its name in the description of the interface. */
const setting = <const K extends SettingKind, const L extends string, S extends z.ZodRawShape>(
  kind: K,
  list: L,
  schema: string,
  columns: S,
) => ({
  ...listed(kind, list),
  row: z.object({ ...stored, ...columns }).meta({ id: `${schema}Row` }),
  view: z.object({ ...stored, ...columns, ...resourceFields(kind) }).meta({ id: schema }),
})

const projectTypeColumns = {
  name,
  serviceTypes,
  standardIds: z.array(id),
  fixedTermAllowed: z.boolean(),
  permanentAllowed: z.boolean(),
  checkYears: z.array(z.string()).nullable().meta({
    description: 'Years after verification in which checks and reports are due; null for the default',
  }),
  description: nullableText,
  active,
}

/** A kind of project with its possible credits. */
const projectType = defineNoun({
  ...setting('projectType', 'project-types', 'ProjectType', projectTypeColumns),
  path: 'project-type',
  called: ['project type', 'project types'],
  filters: { active: booleanFilter, creditType: choiceFilter(CREDIT_TYPES) },
  sorts: ['name'],
})

const standardColumns = {
  name,
  edition: nullableText,
  publisher: nullableText,
  serviceTypes,
  fixedTermAllowed: z.boolean(),
}

/** A standard that certifies services. */
const standard = defineNoun({
  ...listed('standard', 'standards'),
  path: 'standard',
  called: ['standard', 'standards'],
  row: z
    .object({ ...stored, ...standardColumns, kind: z.string(), description: nullableText, active })
    .meta({ id: 'StandardRow' }),
  view: z
    .object({
      ...stored,
      ...standardColumns,
      description: nullableText,
      active,
      ...resourceFields('standard'),
      purpose: z.string(),
    })
    .meta({ id: 'Standard' }),
  filters: { active: booleanFilter, creditType: choiceFilter(CREDIT_TYPES) },
  sorts: ['name', 'publisher'],
})

/** One version of a standard; the current one has no end. */
export const standardVersionRow = z
  .object({ id, ...standardColumns, description: nullableText, until: instant.nullable() })
  .meta({ id: 'StandardVersion' })
export type StandardVersionRow = z.infer<typeof standardVersionRow>

export const standardVersion = defineNoun({
  kind: 'standardVersion',
  called: ['standard version', 'standard versions'],
  readBy: 'everyone',
})

/** Uploaded outline of an area. */
export const areaOutline = defineNoun({
  kind: 'areaOutline',
  called: ['area outline', 'area outlines'],
  readBy: 'everyone',
})

const ncaColumns = { number: z.int(), name, active }

/** A national character area. */
const nca = defineNoun({
  ...setting('nca', 'ncas', 'Nca', ncaColumns),
  path: 'nca',
  called: ['national character area', 'national character areas'],
  filters: { active: booleanFilter },
  sorts: ['name', 'number'],
})

const lpaColumns = {
  name,
  fullName: z.string(),
  region: nullableText,
  reference: nullableText.meta({
    description: 'Reference in the data set local-planning-authority of planning.data.gov.uk',
  }),
  areaCode: nullableText.meta({ description: 'Code from the Office for National Statistics' }),
  active,
}

/** A local planning authority's area. */
const lpa = defineNoun({
  ...setting('lpa', 'lpas', 'Lpa', lpaColumns),
  path: 'lpa',
  called: ['planning area', 'planning areas'],
  filters: { active: booleanFilter },
  sorts: ['name', 'region'],
})

const subcatchmentColumns = {
  name,
  catchment: z.string(),
  nitrogen: z.boolean(),
  phosphorous: z.boolean(),
  active,
}

/** A river catchment or part of one in which nutrient credits are exchanged. */
const subcatchment = defineNoun({
  ...setting('subcatchment', 'subcatchments', 'Subcatchment', subcatchmentColumns),
  path: 'subcatchment',
  called: ['subcatchment', 'subcatchments'],
  filters: { active: booleanFilter, nitrogen: booleanFilter, phosphorous: booleanFilter },
  sorts: ['name', 'catchment'],
})

const declarationColumns = {
  name,
  declaration: z.string(),
  category: z.enum(DECLARATION_CATEGORIES),
  isForAgents: z.boolean(),
  isForParticipants: z.boolean(),
  active,
}

/** A declaration that rounds may ask for. */
const declaration = defineNoun({
  ...setting('declaration', 'declarations', 'Declaration', declarationColumns),
  path: 'declaration',
  called: ['declaration', 'declarations'],
  filters: { active: booleanFilter, category: choiceFilter(DECLARATION_CATEGORIES) },
  sorts: ['name', 'category'],
})

const services = choicesColumn('Services', creditType, { list: true }, CREDIT_TYPE_LABELS)
const words = <const L extends string>(label: L) => textColumn(label, { list: true })
const flagged = <const L extends string>(label: L) => yesNoColumn(label, { list: true })

/** Columns of each setting besides its name, in its list and on the page of an entry. */
export const SETTING_COLUMNS = {
  projectType: {
    serviceTypes: services,
    fixedTermAllowed: flagged('Fixed term'),
    permanentAllowed: flagged('Permanent'),
  },
  standard: { edition: words('Version'), publisher: words('Publisher'), serviceTypes: services },
  nca: { number: numberColumn('Number', { list: true }) },
  lpa: {
    fullName: words('Full name'),
    region: words('Region'),
    reference: words('Planning data reference'),
    areaCode: words('Area code'),
  },
  subcatchment: {
    catchment: words('Catchment'),
    nitrogen: flagged('Nitrogen credits'),
    phosphorous: flagged('Phosphorous credits'),
  },
  declaration: {
    category: choiceColumn(
      'Category',
      declarationColumns.category,
      { list: true },
      DECLARATION_CATEGORY_LABELS,
    ),
    isForAgents: flagged('For agents'),
    isForParticipants: flagged('For participants'),
  },
} as const satisfies { [K in SettingKind]: { readonly [N in keyof EntityMap[K]]?: ColumnDefinition } }

/** All settings by kind. */
export const SETTINGS = {
  projectType,
  standard,
  nca,
  subcatchment,
  declaration,
  lpa,
} as const satisfies { [K in SettingKind]: Noun<K> }

/** The settings in display order. */
export const SETTING_NOUNS = Object.values(SETTINGS)

export type SettingRow<K extends SettingKind = SettingKind> = z.infer<(typeof SETTINGS)[K]['row']>

export const listStandardVersions = endpoint('GET /api/standard/:id/versions', {
  id: 'listStandardVersions',
  tag: 'Settings',
  summary: 'Versions of a standard, the current one first',
  access: 'member',
  byKey: 'read',
  answers: { 200: listPage(standardVersionRow) },
})

/** Choices of forms: complete, short, and the same for everyone; the second path is the specification's. */
const choicesOf = <const L extends string>(list: L, of: string) => {
  const common = { tag: 'Settings', answers: { 200: idAndNameList } } as const
  const summary = `Choices of ${list}`
  return [
    endpoint(`GET /api/ref/${list}`, {
      ...common,
      id: `choose${of}`,
      access: 'member',
      byKey: 'read',
      summary,
    }),
    endpoint(`GET /ref/${list}`, {
      ...common,
      id: `choose${of}ByShortPath`,
      access: 'anyone',
      summary: `${summary}, at the path in the specification`,
    }),
  ] as const
}

/** Choices by their kind. */
export const referenceChoices = {
  nca: choicesOf('ncas', 'Ncas'),
  lpa: choicesOf('lpas', 'Lpas'),
  subcatchment: choicesOf('subcatchments', 'Subcatchments'),
  creditType: choicesOf('credits/type', 'CreditTypes'),
}
