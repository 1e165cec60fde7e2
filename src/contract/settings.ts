import { z } from 'zod'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/declaration'
import type { Entities, SettingKind } from '#domain/entities'
import { choice, choices, type ColumnCard, number, text, yesNo } from './columns/column.ts'
import { endpoint } from './endpoint.ts'
import { flag, noun, oneOf, type Noun } from './noun.ts'
import { listOf, resourceOf, rowOf } from './resource.ts'
import { creditType, id, instant, maybeText, namedList } from './values.ts'

const stored = { ...rowOf, version: z.int() }
const name = z.string()
const active = z.boolean()
const serviceTypes = z.array(creditType)

/** What everybody who is signed in chooses from, and the operator keeps. */
const setting = <const K extends SettingKind, const L extends string>(kind: K, list: L) =>
  ({
    kind,
    list,
    readBy: 'everybody',
    isSubject: true,
    isNamed: true,
    isChosen: true,
    page: ({ id: settingId }: { id: string }) => `/settings/refdata/${list}/${settingId}`,
  }) as const

const projectTypeColumns = {
  name,
  serviceTypes,
  standardIds: z.array(id),
  fixedTermAllowed: z.boolean(),
  permanentAllowed: z.boolean(),
  checkYears: z.array(z.string()).nullable().meta({
    description: 'In which years after verification checks and reports are due; null for the usual',
  }),
  description: maybeText,
  active,
}

/** A kind of project, with what it may supply. */
const projectType = noun({
  ...setting('projectType', 'project-types'),
  path: 'project-type',
  collection: 'projectTypes',
  called: ['project type', 'project types'],
  row: z.object({ ...stored, ...projectTypeColumns }).meta({ id: 'ProjectTypeRow' }),
  view: z
    .object({ ...stored, ...projectTypeColumns, ...resourceOf('projectType') })
    .meta({ id: 'ProjectType' }),
  filters: { active: flag, creditType: oneOf(CREDIT_TYPES) },
  sorts: ['name'],
})

const standardColumns = {
  name,
  edition: maybeText,
  publisher: maybeText,
  serviceTypes,
  fixedTermAllowed: z.boolean(),
}

/** A standard that certifies services. */
const standard = noun({
  ...setting('standard', 'standards'),
  path: 'standard',
  collection: 'standards',
  called: ['standard', 'standards'],
  row: z
    .object({ ...stored, ...standardColumns, kind: z.string(), description: maybeText, active })
    .meta({ id: 'StandardRow' }),
  view: z
    .object({
      ...stored,
      ...standardColumns,
      description: maybeText,
      active,
      ...resourceOf('standard'),
      purpose: z.string(),
    })
    .meta({ id: 'Standard' }),
  filters: { active: flag, creditType: oneOf(CREDIT_TYPES) },
  sorts: ['name', 'publisher'],
})

/** One version of a standard; the one in force has no end. */
export const standardVersionRow = z
  .object({ id, ...standardColumns, description: maybeText, until: instant.nullable() })
  .meta({ id: 'StandardVersion' })
export type StandardVersionRow = z.infer<typeof standardVersionRow>

export const standardVersion = noun({
  kind: 'standardVersion',
  called: ['standard version', 'standard versions'],
  readBy: 'everybody',
})

/** The outline of an area, as it was uploaded. */
export const areaOutline = noun({
  kind: 'areaOutline',
  called: ['outline of an area', 'outlines of areas'],
  readBy: 'everybody',
})

const ncaColumns = { number: z.int(), name, active }

/** A national character area. */
const nca = noun({
  ...setting('nca', 'ncas'),
  path: 'nca',
  collection: 'ncas',
  called: ['national character area', 'national character areas'],
  row: z.object({ ...stored, ...ncaColumns }).meta({ id: 'NcaRow' }),
  view: z.object({ ...stored, ...ncaColumns, ...resourceOf('nca') }).meta({ id: 'Nca' }),
  filters: { active: flag },
  sorts: ['name', 'number'],
})

const lpaColumns = {
  name,
  fullName: z.string(),
  region: maybeText,
  reference: maybeText.meta({
    description: 'In the data set local-planning-authority of the planning data specification',
  }),
  areaCode: maybeText.meta({ description: 'Of the Office for National Statistics' }),
  active,
}

/** A local planning authority's area. */
const lpa = noun({
  ...setting('lpa', 'lpas'),
  path: 'lpa',
  collection: 'lpas',
  called: ['planning area', 'planning areas'],
  row: z.object({ ...stored, ...lpaColumns }).meta({ id: 'LpaRow' }),
  view: z.object({ ...stored, ...lpaColumns, ...resourceOf('lpa') }).meta({ id: 'Lpa' }),
  filters: { active: flag },
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
const subcatchment = noun({
  ...setting('subcatchment', 'subcatchments'),
  path: 'subcatchment',
  collection: 'subcatchments',
  called: ['subcatchment', 'subcatchments'],
  row: z.object({ ...stored, ...subcatchmentColumns }).meta({ id: 'SubcatchmentRow' }),
  view: z
    .object({ ...stored, ...subcatchmentColumns, ...resourceOf('subcatchment') })
    .meta({ id: 'Subcatchment' }),
  filters: { active: flag, nitrogen: flag, phosphorous: flag },
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
const declaration = noun({
  ...setting('declaration', 'declarations'),
  path: 'declaration',
  collection: 'declarations',
  called: ['declaration', 'declarations'],
  row: z.object({ ...stored, ...declarationColumns }).meta({ id: 'DeclarationRow' }),
  view: z
    .object({ ...stored, ...declarationColumns, ...resourceOf('declaration') })
    .meta({ id: 'Declaration' }),
  filters: { active: flag, category: oneOf(DECLARATION_CATEGORIES) },
  sorts: ['name', 'category'],
})

const services = choices('Services', creditType, { list: true }, CREDIT_TYPE_LABELS)
const listed = <const L extends string>(label: L) => text(label, { list: true })
const flagged = <const L extends string>(label: L) => yesNo(label, { list: true })

/** What is shown of each setting besides its name, in its list and on the page of an entry. */
export const SETTING_COLUMNS = {
  projectType: {
    serviceTypes: services,
    fixedTermAllowed: flagged('Fixed term'),
    permanentAllowed: flagged('Permanent'),
  },
  standard: { edition: listed('Version'), publisher: listed('Publisher'), serviceTypes: services },
  nca: { number: number('Number', { list: true }) },
  lpa: {
    fullName: listed('Full name'),
    region: listed('Region'),
    reference: listed('Planning data reference'),
    areaCode: listed('Area code'),
  },
  subcatchment: {
    catchment: listed('Catchment'),
    nitrogen: flagged('Nitrogen credits'),
    phosphorous: flagged('Phosphorous credits'),
  },
  declaration: {
    category: choice('Category', declarationColumns.category, { list: true }, DECLARATION_CATEGORY_LABELS),
    isForAgents: flagged('For agents'),
    isForParticipants: flagged('For participants'),
  },
} as const satisfies { [K in SettingKind]: { readonly [N in keyof Entities[K]]?: ColumnCard } }

/** All settings by their kind. */
export const SETTINGS = {
  projectType,
  standard,
  nca,
  subcatchment,
  declaration,
  lpa,
} as const satisfies { [K in SettingKind]: Noun<K> }

/** The settings in the order in which they are shown. */
export const SETTING_NOUNS = Object.values(SETTINGS)

export type SettingRow<K extends SettingKind = SettingKind> = z.infer<(typeof SETTINGS)[K]['row']>

export const listStandardVersions = endpoint('GET /api/standard/:id/versions', {
  id: 'listStandardVersions',
  tag: 'Settings',
  summary: 'The versions of a standard, the one in force first',
  access: 'member',
  byKey: 'read',
  answers: { 200: listOf(standardVersionRow) },
})

/** Choices of forms: whole, short, and the same for everybody; the second as the specification writes the path. */
const choicesOf = <const L extends string>(list: L, of: string) => {
  const common = { tag: 'Settings', answers: { 200: namedList } } as const
  const summary = `The ${list} to choose from`
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
      summary: `${summary}, as the specification writes the path`,
    }),
  ] as const
}

/** The choices by what they are of. */
export const referenceChoices = {
  nca: choicesOf('ncas', 'Ncas'),
  lpa: choicesOf('lpas', 'Lpas'),
  subcatchment: choicesOf('subcatchments', 'Subcatchments'),
  creditType: choicesOf('credits/type', 'CreditTypes'),
}
