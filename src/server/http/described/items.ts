import { z } from 'zod'
import { CREDIT_STATUSES } from '#domain/credit'
import { CREDIT_TYPES } from '#domain/credit-type'
import { GROUP_TYPES } from '#domain/group'
import { BROAD_HABITATS, CONDITIONS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { DURATIONS, PROJECT_STATUSES } from '#domain/project'
import { NUTRIENT_NEEDS, REQUIREMENT_STATUSES } from '#domain/requirement'
import { ROUND_STATUSES } from '#domain/round'
import { CERTIFICATION_DECISIONS, CERTIFICATION_STATUSES } from '#domain/service'
import type {
  CreditHistory,
  CreditRow,
  CreditTotal,
  GroupView,
  ItemResult,
  ProjectRow,
  ProjectView,
  RequirementRow,
  RequirementView,
  ServiceView,
} from '#domain/wire/project'
import { day, id, instant, money, named, nextCompliance, nextThings, resource, units } from './general.ts'

export const creditType = z.enum(CREDIT_TYPES).meta({ id: 'CreditType' })
const text = z.string().nullable()
const maybeNamed = named.nullable()

export const roundOfItem = named
  .extend({ status: z.enum(ROUND_STATUSES), marketId: id, market: z.string() })
  .meta({ id: 'RoundOfItem' })

const period = z.object({ start: day, end: day.nullable(), units })
const quantity = z.object({ creditType, units })
const LOSS_REASONS = ['noCompatibleService', 'notEnoughUnits', 'notInTime', 'group', 'price', 'tie'] as const
export const lossReason = z.enum(LOSS_REASONS)

const place = { nca: maybeNamed, lpa: maybeNamed, subcatchment: maybeNamed }
const address = { nearAddress: text, gridReference: text, threeWords: text }

const projectColumns = {
  round: roundOfItem,
  supplier: named,
  type: maybeNamed,
  status: z.enum(PROJECT_STATUSES),
  ...place,
  credits: z.array(quantity),
  offer: money.nullable(),
  offerIsSealed: z.boolean(),
  start: day.nullable(),
  nextCompliance: nextCompliance.nullable(),
}

export const projectRow = z
  .object({ id, name: z.string(), ...projectColumns, group: maybeNamed })
  .meta({ id: 'ProjectRow' }) satisfies z.ZodType<ProjectRow>

const habitat = {
  module: z.enum(MODULES),
  broadHabitat: z.enum(BROAD_HABITATS),
  habitatType: text,
  distinctiveness: z.enum(DISTINCTIVENESS).nullable(),
}

const service = z
  .object({
    id,
    creditType,
    status: z.enum(CERTIFICATION_STATUSES),
    creditStatus: z.enum(CREDIT_STATUSES),
    duration: z.enum(DURATIONS),
    ...habitat,
    condition: z.enum(CONDITIONS).nullable(),
    size: units,
    sizeUnit: z.enum(['Ha', 'Km']),
    strategicSignificance: text,
    mitigationBegins: day,
    units,
    baselineUnitsLost: units.nullable(),
    yearsToTargetCondition: z.int().nullable(),
    standard: maybeNamed,
    decision: z.enum(CERTIFICATION_DECISIONS).nullable(),
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'Service' }) satisfies z.ZodType<ServiceView>

export const supplyItem = z
  .object({
    id,
    project: maybeNamed,
    creditType,
    ...habitat,
    duration: z.enum(DURATIONS),
    units,
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'SupplyItem' })

const serials = z.array(z.string()).meta({ description: 'Which units, such as P12-20270101-1-16000' })

export const creditRow = z
  .object({
    id,
    project: maybeNamed,
    requirement: maybeNamed,
    round: named,
    creditType,
    status: z.enum(CREDIT_STATUSES),
    label: z.string(),
    isReserved: z.boolean(),
    isSold: z.boolean(),
    isPermanent: z.boolean(),
    years: z.int().nullable(),
    units,
    ...habitat,
    unitsPerPeriod: z.array(period),
    serials,
  })
  .meta({ id: 'CreditRow' }) satisfies z.ZodType<CreditRow>

export const creditHistory = creditRow
  .extend({
    history: z.array(
      z.object({
        at: instant,
        title: z.string(),
        status: z.enum(CREDIT_STATUSES).nullable(),
        units,
        serials,
      }),
    ),
  })
  .meta({ id: 'CreditHistory' }) satisfies z.ZodType<CreditHistory>

export const creditTotals = z.array(
  z
    .object({
      creditType,
      status: z.enum(CREDIT_STATUSES),
      label: z.string(),
      credits: z.int(),
      units,
    })
    .meta({ id: 'CreditTotal' }) satisfies z.ZodType<CreditTotal>,
)

const itemResult = z
  .object({
    won: z.boolean(),
    value: money,
    share: money,
    payment: money,
    reason: lossReason.nullable(),
    sentence: z.string(),
    percent: z.number(),
    ongoingOnly: z.boolean(),
    surplusOfRound: money,
  })
  .meta({ id: 'ItemResult' }) satisfies z.ZodType<ItemResult>

const groupOfItem = named
  .extend({ type: z.enum(GROUP_TYPES), members: z.array(named) })
  .meta({ id: 'GroupOfItem' })

const costs = z.object({
  maintenance: money,
  marketOperator: money,
  complianceMonitoring: money,
  performanceMonitoring: money,
})

export const certification = z.object({
  assessedByName: z.string(),
  assessedByOrg: z.string(),
  assessedByPosition: z.string(),
  assessedByDate: day,
  reviewedByName: z.string(),
  reviewedByOrg: z.string(),
  reviewedByPosition: z.string(),
  reviewedByDate: day,
})

const after = { settled: z.array(creditRow), result: itemResult.nullable(), next: nextThings }

export const project = z
  .object({
    ...resource,
    ...projectColumns,
    group: groupOfItem.nullable(),
    agent: maybeNamed,
    isFixedTerm: z.boolean(),
    mitigationDurations: z.array(z.enum(DURATIONS)),
    creditTypes: z.array(creditType),
    ...address,
    screeningComment: text,
    reviewReason: text,
    certification: certification.nullable(),
    costs: costs.nullable(),
    offeredAt: instant.nullable(),
    services: z.array(service),
    ...after,
  })
  .meta({ id: 'Project' }) satisfies z.ZodType<ProjectView>

const requirementColumns = {
  round: roundOfItem,
  buyer: named,
  type: z.enum(['Buyer', 'Investor']),
  status: z.enum(REQUIREMENT_STATUSES),
  creditType: creditType.nullable(),
  units: units.nullable(),
  additionalUnits: units.nullable(),
  ...place,
  redemptionDate: day.nullable(),
  bid: money.nullable(),
  bidIsSealed: z.boolean(),
}

export const requirementRow = z
  .object({ id, name: z.string(), ...requirementColumns, group: maybeNamed })
  .meta({ id: 'RequirementRow' }) satisfies z.ZodType<RequirementRow>

export const requirement = z
  .object({
    ...resource,
    ...requirementColumns,
    group: groupOfItem.nullable(),
    agent: maybeNamed,
    nutrientType: z.enum(NUTRIENT_NEEDS).nullable(),
    nutrientAcceptOngoingOnly: z.boolean().nullable(),
    broadHabitat: habitat.broadHabitat.nullable(),
    habitatType: text,
    distinctiveness: habitat.distinctiveness,
    module: habitat.module.nullable(),
    isDivisible: z.boolean().nullable(),
    ...address,
    planningRef: text,
    certificateDate: day.nullable(),
    bidOngoingOnly: money.nullable(),
    acceptOngoingOnly: z.boolean().nullable(),
    bidAt: instant.nullable(),
    ...after,
  })
  .meta({ id: 'Requirement' }) satisfies z.ZodType<RequirementView>

const groupColumns = {
  type: z.enum(GROUP_TYPES),
  round: roundOfItem,
  owner: named,
  projects: z.array(projectRow),
  requirements: z.array(requirementRow),
}

export const groupRow = z.object({ id, name: z.string(), ...groupColumns }).meta({ id: 'GroupRow' })
export const group = z
  .object({ ...resource, ...groupColumns })
  .meta({ id: 'Group' }) satisfies z.ZodType<GroupView>
