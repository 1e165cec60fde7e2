import { z } from 'zod'
import { NUTRIENT_NEEDS } from '#domain/project/requirement'
import { dateQuery, listBalanceSheet, projectBalance } from '../kit/balance.ts'
import { credit, creditHistory, habitatFields } from '../credit/credit.ts'
import { binaryBody, endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { GEOJSON_TYPE, GEOPACKAGE_TYPE, balanceQuery, totalsQuery, XLSX_TYPE } from '../desk/lists.ts'
import type { AnyNoun } from '../kit/noun.ts'
import { project } from '../project/project.ts'
import { serviceView } from '../project/project-service.ts'
import { PUBLIC_TAG, publicProject, publicRequirement, publicListOptions } from './public.ts'
import { requirement } from '../requirement/requirement.ts'
import { multiPolygon } from '../kit/site-boundary.ts'
import { creditType, day, id, nullableIdAndName, nullableText, idAndName } from '../kit/values.ts'

const open = { tag: PUBLIC_TAG, access: 'anyone' } as const
const kept = { ...open, kept: 'moment' } as const

/** Public holder of units: the development or investment that they supply, otherwise their project. */
const holder = z
  .object({
    kind: z.enum(['project', 'requirement']),
    id,
    name: z.string(),
    type: requirement.row.shape.type
      .nullable()
      .meta({ description: 'Type of requirement; null for a project' }),
    planningRef: nullableText,
    lpa: nullableIdAndName,
  })
  .meta({ id: 'PublicHolder', description: 'Holder of a credit, without the name of any person or company' })

/** A credit for public readers: the holder of its units, and their history. */
const publicCreditHistory = creditHistory
  .extend({
    holder,
    gainSiteRef: nullableText.meta({
      description: 'Gain site register number of the supplying project',
    }),
    allocationRef: nullableText.meta({
      description: 'Allocation reference of the development',
    }),
  })
  .meta({ id: 'PublicCredit' })
export type PublicCredit = z.infer<typeof publicCreditHistory>

export const publicCredit = endpoint('GET /api/public/credits/:serial', {
  ...open,
  id: 'readPublicCredit',
  summary: 'The credit with these units, its holder, and its history',
  query: dateQuery,
  answers: { 200: publicCreditHistory },
})

/** A service for public readers. */
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
      description: 'Site boundary (WGS 84), if its owner publishes the exact location',
    }),
    services: z.array(publicService).meta({ description: 'Certified services' }),
    references: z
      .array(z.object({ requirement: idAndName, planningRef: z.string() }))
      .meta({ description: 'Planning references of the developments that its units are for' }),
  })
  .meta({ id: 'PublicProjectView' })
export type PublicProjectView = z.infer<typeof publicProjectView>

const publicRequirementView = publicRequirement
  .extend({
    on: day,
    nutrientType: z.enum(NUTRIENT_NEEDS).nullable(),
    module: habitatFields.module.nullable(),
    broadHabitat: habitatFields.broadHabitat.nullable(),
    habitatType: nullableText,
    distinctiveness: habitatFields.distinctiveness,
    certificateDate: day.nullable().meta({ description: 'Date of the credit allocation certificate' }),
  })
  .meta({ id: 'PublicRequirementView' })
export type PublicRequirementView = z.infer<typeof publicRequirementView>

export const readPublicProject = endpoint('GET /api/public/registry/projects/:id', {
  ...kept,
  id: 'readPublicProject',
  summary: 'A project in the registry: location, supply and balance sheet',
  query: dateQuery,
  answers: { 200: publicProjectView },
})
export const readPublicRequirement = endpoint('GET /api/public/registry/requirements/:id', {
  ...kept,
  id: 'readPublicRequirement',
  summary: 'A credit requirement in the registry: need and credits',
  query: dateQuery,
  answers: { 200: publicRequirementView },
})
export const publicProjectBalance = endpoint('GET /api/public/registry/projects/:id/balance', {
  ...kept,
  id: 'readPublicProjectBalance',
  summary: 'Balance sheet of a project in the registry: all certified units, by service and in total',
  query: dateQuery,
  answers: { 200: projectBalance },
})

type Narrowed = Required<Pick<AnyNoun, 'filters' | 'sorts'>>

const sheet = <const P extends string>(of: P, operation: string, noun: Narrowed) =>
  endpoint(`GET /api/public/registry/${of}/balance`, {
    ...kept,
    id: operation,
    summary: `Balance sheet of all ${of} that a query selects, by credit type`,
    query: balanceQuery(publicListOptions(noun)),
    answers: { 200: listBalanceSheet },
  })
export const publicProjectsBalance = sheet('projects', 'readPublicProjectsBalance', project)
export const publicRequirementsBalance = sheet('requirements', 'readPublicRequirementsBalance', requirement)

/** Download formats of the lists of the register. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'geojson', 'gpkg'] as const

const asTables = {
  200: mediaAnswer({
    'text/csv': z.string(),
    [XLSX_TYPE]: binaryBody,
    [GEOJSON_TYPE]: z.string(),
    [GEOPACKAGE_TYPE]: binaryBody,
  }),
}
const format = z.enum(DOWNLOAD_FORMATS).optional().meta({
  description:
    'Format, default csv; geojson and gpkg contain shapes of projects and requirements, as precisely as their locations are published',
})

const download = <const P extends string>(of: P, operation: string, noun: Narrowed) =>
  endpoint(`GET /api/public/registry/${of}/download`, {
    ...open,
    id: operation,
    summary: `Registry of ${of} as a table: all that a query selects`,
    query: totalsQuery(publicListOptions(noun)).extend({ format }),
    answers: asTables,
  })
export const downloadPublicProjects = download('projects', 'downloadPublicProjects', project)
export const downloadPublicRequirements = download('requirements', 'downloadPublicRequirements', requirement)
export const downloadPublicCredits = download('credits', 'downloadPublicCredits', credit)
export const downloadPublicBalance = endpoint('GET /api/public/registry/balance/download', {
  ...open,
  id: 'downloadPublicBalance',
  summary: 'Balance sheet of the registry as a table, with a row for each credit type',
  query: totalsQuery(publicListOptions(credit)).extend({ format }),
  answers: asTables,
})

const foundInRegister = z
  .object({
    kind: z.enum(['credit', 'project', 'requirement']),
    id,
    name: z.string().meta({ description: 'Name or serial' }),
    status: z.string(),
    creditType: creditType.nullable(),
    lpa: nullableIdAndName,
    why: z.string().meta({ description: 'Reason why it matches' }),
  })
  .meta({ id: 'FoundInRegister' })
export type RegisterHit = z.infer<typeof foundInRegister>

const foundAll = z.object({
  items: z.array(foundInRegister),
  isMore: z.boolean().meta({ description: 'True if there are more results' }),
})
export type RegisterSearchResults = z.infer<typeof foundAll>

export const searchRegister = endpoint('GET /api/public/registry/search', {
  ...kept,
  id: 'searchRegister',
  summary: 'Search of the registry by serial, name, place or planning reference',
  query: z.object({ q: z.string().max(200).optional() }),
  answers: { 200: foundAll },
})
