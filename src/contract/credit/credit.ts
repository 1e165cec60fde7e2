import { z } from 'zod'
import { ASSURANCE_LABELS, ASSURANCES } from '#domain/case/unit-failure'
import { assuranceFields, replacingUnits } from './assurance.ts'
import { certificates } from './certificate.ts'
import { CREDIT_STATUSES, type Credit } from '#domain/credit/credit'
import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import type { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '@credit-market/habitat-metric/habitat'
import { NUTRIENT_NEEDS } from '#domain/project/requirement'
import { BIODIVERSITY_SUPPLY_RULES } from '#domain/round/round'
import { period } from '../kit/balance.ts'
import { choiceColumn, derivedColumn, relationColumn, textColumn, yesNoColumn } from '../columns/column.ts'
import { idsFilter, booleanFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { rowFields } from '../kit/resource.ts'
import { currentStep } from '../kit/step-clock.ts'
import { creditType, day, instant, nullableIdAndName, nullableText, idAndName, units } from '../kit/values.ts'

export const habitatFields = {
  module: z.enum(MODULES),
  broadHabitat: z.enum(BROAD_HABITATS),
  habitatType: nullableText,
  distinctiveness: z.enum(DISTINCTIVENESS).nullable(),
}

const serials = z
  .array(z.string())
  .meta({ description: 'Serials of its units, such as P12-20270101-1-16000' })

export const creditRow = z
  .object({
    ...rowFields,
    project: nullableIdAndName.meta({
      description:
        'Project that supplies the credit; null if you may not see it and the public register does not name it',
    }),
    requirement: nullableIdAndName.meta({
      description:
        'Credit requirement that the credit meets; null for reserved and unused credits, and if you may not see it',
    }),
    round: idAndName,
    creditType,
    status: z.enum(CREDIT_STATUSES),
    label: z.string().meta({
      description:
        'Label of the status. Credits of the reserve have the label Reserved until they are issued',
    }),
    holding: z.enum(HOLDINGS).nullable().meta({
      description: 'Line of the balance sheet to which the credit belongs; null until it is certified',
    }),
    isReserved: z.boolean(),
    isSold: z
      .boolean()
      .meta({ description: 'True if the credit meets a requirement, even one that you may not see' }),
    isPermanent: z.boolean(),
    years: z.int().nullable(),
    units: units.meta({ description: 'Units on the date of the answer' }),
    ...habitatFields,
    unitsPerPeriod: z.array(period),
    serials,
    ...assuranceFields,
    replacing: z.array(replacingUnits).meta({
      description:
        'Reserve or unsold units that replace failed ones, and are no longer free; empty if none do',
    }),
  })
  .meta({ id: 'CreditRow' })
export type CreditRow = z.infer<typeof creditRow>

/** The columns of credits in a download: the type of a credit by its code, or in words. */
export const creditColumns = (typeLabels?: typeof CREDIT_TYPE_LABELS) => ({
  id: textColumn('Credit', {}),
  serials: derivedColumn('Serials'),
  project: relationColumn('Project', 'project', {}),
  requirement: relationColumn('Credit requirement', 'requirement', {}),
  round: relationColumn('Market round', 'round', {}),
  creditType: choiceColumn('Credit type', creditType, {}, typeLabels),
  label: textColumn('Status', {}),
  assurance: choiceColumn('Assurance', z.enum(ASSURANCES), {}, ASSURANCE_LABELS),
  unsoundSerials: derivedColumn('Serials not sound'),
  replacedBy: derivedColumn('Replaced by'),
  replacing: derivedColumn('Replaces'),
  holding: choiceColumn('Holding', z.enum(HOLDINGS), {}, HOLDING_LABELS),
  isReserved: yesNoColumn('Reserved', {}),
  term: derivedColumn('Term'),
  unitsOn: derivedColumn('Units on', { isDated: true }),
  unitsOverTime: derivedColumn('Units over time'),
  broadHabitat: textColumn('Broad habitat', {}),
  habitatType: textColumn('Habitat type', {}),
  distinctiveness: textColumn('Distinctiveness', {}),
})

/** A credit with all that has happened to its units since they were certified. */
export const creditHistory = creditRow
  .extend({
    on: day,
    biodiversitySupply: z
      .enum(BIODIVERSITY_SUPPLY_RULES)
      .nullable()
      .meta({ description: 'Rule by which its round counts biodiversity supply; null for nutrients' }),
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
  .meta({ id: 'CreditHistory' })
export type CreditHistory = z.infer<typeof creditHistory>

/** A credit as members see it: also names the certificates of the requirement that it is held for, if the reader may see them. */
export const creditView = creditHistory
  .extend({
    certificates,
    references: z.array(z.object({ called: z.string(), reference: z.string() })).meta({
      description: 'Statutory references of its project and its requirement that you may see',
    }),
    clock: currentStep.nullable().meta({
      description:
        'Next step of its requirement, or of its project if the credit is not sold; null if you may see neither',
    }),
  })
  .meta({ id: 'Credit' })
export type CreditView = z.infer<typeof creditView>

/** Total units of one type that some projects or requirements have on a day. */
export const soldTotal = z
  .object({ on: day, creditType, sold: units, reserved: units, unused: units })
  .meta({ id: 'SoldTotal' })
export type SoldTotal = z.infer<typeof soldTotal>

/** Filters of a list of credits. */
const creditFilters = {
  marketId: idsFilter,
  marketRoundId: idsFilter,
  projectId: idsFilter,
  requirementId: idsFilter,
  supplierId: idsFilter,
  buyerId: idsFilter,
  type: choiceFilter(CREDIT_TYPES),
  creditType: choiceFilter(CREDIT_TYPES),
  status: choiceFilter(CREDIT_STATUSES),
  creditStatus: choiceFilter(CREDIT_STATUSES),
  supplyType: choiceFilter(NUTRIENT_NEEDS),
  holding: choiceFilter(HOLDINGS),
  reserved: booleanFilter,
  registry: booleanFilter,
}

/** A quantity of one service that is sold, kept in reserve, or unused. */
export const credit = defineNoun({
  kind: 'credit',
  path: 'credit',
  list: 'credits',
  called: ['credit', 'credits'],
  readBy: 'parent',
  isDated: true,
  parents: [
    ['project', 'projectId'],
    ['requirement', 'requirementId'],
  ],
  page: ({ id }: { id: string }) => `/registry/credits/${id}`,
  statuses: {
    Draft: { label: 'Draft', tone: 'quiet' },
    None: { label: 'None', tone: 'quiet' },
    Bid: { label: 'Bid', tone: 'info' },
    Unused: { label: 'Unused', tone: 'quiet' },
    RightsCreated: { label: 'Rights created', tone: 'good' },
    RightsAllocated: { label: 'Rights allocated', tone: 'good' },
    Issued: { label: 'Issued', tone: 'good' },
    Redeemed: { label: 'Redeemed', tone: 'good' },
    Retired: { label: 'Retired', tone: 'quiet' },
  },
  row: creditRow,
  view: creditView,
  filters: creditFilters,
  sorts: ['project', 'requirement', 'type', 'status', 'units', 'created'],
  subpaths: ['registry'],
})

/** The status of a credit in words: Reserved for the reserve until it is issued. */
export const creditStatusLabel = ({ status, isReserved }: Pick<Credit, 'status' | 'isReserved'>): string =>
  isReserved && status === 'RightsCreated' ? 'Reserved' : credit.statuses[status].label
