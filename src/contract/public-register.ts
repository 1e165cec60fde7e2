import { z } from 'zod'
import { NUTRIENT_NEEDS } from '#domain/requirement'
import { balanceSheet, onDay, projectBalance } from './balance.ts'
import { credit, creditHistory, habitat } from './credit.ts'
import { binary, endpoint, media } from './endpoint.ts'
import { GEOJSON, GEOPACKAGE, sumQuery, XLSX } from './lists.ts'
import type { AnyNoun } from './noun.ts'
import { project } from './project.ts'
import { serviceView } from './project-service.ts'
import { OPEN_TAG, publicProject, publicRequirement, publicWords } from './public.ts'
import { requirement } from './requirement.ts'
import { multiPolygon } from './site-boundary.ts'
import { creditType, day, id, maybeNamed, maybeText, named } from './values.ts'

const open = { tag: OPEN_TAG, access: 'anyone' } as const
const kept = { ...open, kept: 'moment' } as const

/** Who holds units as far as the register says it: the development or investment that they meet, else their project. */
const holder = z
  .object({
    kind: z.enum(['project', 'requirement']),
    id,
    name: z.string(),
    type: requirement.row.shape.type.nullable().meta({ description: 'null for a project' }),
    planningRef: maybeText,
    lpa: maybeNamed,
  })
  .meta({ id: 'PublicHolder', description: 'No person and no company is named' })

/** A credit as anybody may read it: who holds its units, and all that has happened to them. */
const publicCreditHistory = creditHistory
  .extend({
    holder,
    gainSiteRef: maybeText.meta({
      description: 'The gain site register number of the project that supplies it',
    }),
    allocationRef: maybeText.meta({
      description: 'The allocation reference of the development that it meets',
    }),
  })
  .meta({ id: 'PublicCredit' })
export type PublicCredit = z.infer<typeof publicCreditHistory>

export const publicCredit = endpoint('GET /api/public/credits/:serial', {
  ...kept,
  id: 'readPublicCredit',
  summary: 'The credit that holds these units, who holds it, and all that has happened to them',
  query: onDay,
  answers: { 200: publicCreditHistory },
})

/** What a project supplies, as anybody may read it. */
export const publicService = serviceView
  .pick({ id: true, creditType: true, duration: true, module: true, broadHabitat: true, habitatType: true })
  .extend(serviceView.pick({ distinctiveness: true, condition: true, size: true, sizeUnit: true }).shape)
  .extend(serviceView.pick({ mitigationBegins: true, yearsToTargetCondition: true, standard: true }).shape)
  .extend(serviceView.pick({ units: true, unitsPerPeriod: true }).shape)
  .meta({ id: 'PublicService' })

const publicProjectView = publicProject
  .extend({
    on: day,
    boundary: multiPolygon.nullable().meta({
      description: 'The line around its land, where its owner lets others know its place exactly (WGS 84)',
    }),
    services: z.array(publicService).meta({ description: 'Those that are certified' }),
    references: z
      .array(z.object({ requirement: named, planningRef: z.string() }))
      .meta({ description: 'Planning references of the developments that its units meet' }),
  })
  .meta({ id: 'PublicProjectView' })
export type PublicProjectView = z.infer<typeof publicProjectView>

const publicRequirementView = publicRequirement
  .extend({
    on: day,
    nutrientType: z.enum(NUTRIENT_NEEDS).nullable(),
    module: habitat.module.nullable(),
    broadHabitat: habitat.broadHabitat.nullable(),
    habitatType: maybeText,
    distinctiveness: habitat.distinctiveness,
    certificateDate: day.nullable().meta({ description: 'Of the credit allocation certificate' }),
  })
  .meta({ id: 'PublicRequirementView' })
export type PublicRequirementView = z.infer<typeof publicRequirementView>

export const readPublicProject = endpoint('GET /api/public/registry/projects/:id', {
  ...kept,
  id: 'readPublicProject',
  summary: 'A project of the registry: where it is, what it supplies, and where its units are',
  query: onDay,
  answers: { 200: publicProjectView },
})
export const readPublicRequirement = endpoint('GET /api/public/registry/requirements/:id', {
  ...kept,
  id: 'readPublicRequirement',
  summary: 'A credit requirement of the registry: what it needs, and what it has',
  query: onDay,
  answers: { 200: publicRequirementView },
})
export const publicProjectBalance = endpoint('GET /api/public/registry/projects/:id/balance', {
  ...kept,
  id: 'readPublicProjectBalance',
  summary: 'Where all certified units of a project of the registry are, service by service and in sum',
  query: onDay,
  answers: { 200: projectBalance },
})

type Narrowed = Required<Pick<AnyNoun, 'filters' | 'sorts'>>

const sheet = <const P extends string>(of: P, operation: string, noun: Narrowed) =>
  endpoint(`GET /api/public/registry/${of}/balance`, {
    ...kept,
    id: operation,
    summary: `Where the units of all ${of} are that a query selects, type by type`,
    query: sumQuery(publicWords(noun)),
    answers: { 200: balanceSheet },
  })
export const publicProjectsBalance = sheet('projects', 'readPublicProjectsBalance', project)
export const publicRequirementsBalance = sheet('requirements', 'readPublicRequirementsBalance', requirement)

/** In what the lists of the register are downloaded. */
export const DOWNLOADS = ['csv', 'xlsx', 'geojson', 'gpkg'] as const

const asTables = {
  200: media({ 'text/csv': z.string(), [XLSX]: binary, [GEOJSON]: z.string(), [GEOPACKAGE]: binary }),
}
const format = z.enum(DOWNLOADS).optional().meta({
  description:
    'csv unless told; projects and requirements have their shapes in geojson and gpkg as precisely as their places are told',
})

const download = <const P extends string>(of: P, operation: string, noun: Narrowed) =>
  endpoint(`GET /api/public/registry/${of}/download`, {
    ...open,
    id: operation,
    summary: `The registry of ${of} as a table, all that a query selects`,
    query: sumQuery(publicWords(noun)).extend({ format }),
    answers: asTables,
  })
export const downloadPublicProjects = download('projects', 'downloadPublicProjects', project)
export const downloadPublicRequirements = download('requirements', 'downloadPublicRequirements', requirement)
export const downloadPublicCredits = download('credits', 'downloadPublicCredits', credit)
export const downloadPublicBalance = endpoint('GET /api/public/registry/balance/download', {
  ...open,
  id: 'downloadPublicBalance',
  summary: 'The balance sheet of the registry as a table, a row for each credit type',
  query: sumQuery(publicWords(credit)).extend({ format }),
  answers: asTables,
})

const foundInRegister = z
  .object({
    kind: z.enum(['credit', 'project', 'requirement']),
    id,
    name: z.string().meta({ description: 'A name, or a serial' }),
    status: z.string(),
    creditType: creditType.nullable(),
    lpa: maybeNamed,
    why: z.string().meta({ description: 'By what it was found' }),
  })
  .meta({ id: 'FoundInRegister' })
export type FoundInRegister = z.infer<typeof foundInRegister>

const foundAll = z.object({
  items: z.array(foundInRegister),
  isMore: z.boolean().meta({ description: 'There are more than are shown' }),
})
export type RegisterSearch = z.infer<typeof foundAll>

export const searchRegister = endpoint('GET /api/public/registry/search', {
  ...kept,
  id: 'searchRegister',
  summary:
    'What of the registry holds units of a serial, bears a name, lies in a place, or has a planning reference',
  query: z.object({ q: z.string().max(200).optional() }),
  answers: { 200: foundAll },
})
