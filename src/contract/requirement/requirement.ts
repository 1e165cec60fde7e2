import { z } from 'zod'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { CONDITIONS } from '@credit-market/habitat-metric/habitat'
import { SIGNIFICANCES } from '@credit-market/habitat-metric/significance'
import { PROJECT_DURATIONS } from '#domain/project/project'
import { NUTRIENT_NEEDS, REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { ROUND_STATUSES } from '#domain/round/round'
import { dateQuery, period } from '../kit/balance.ts'
import { columnFilters, searchColumns, columnSchemas, sortOptionNames } from '../columns/column.ts'
import { REQUIREMENT_COLUMNS, REQUIREMENT_TYPES } from '../columns/requirement.ts'
import { habitatFields } from '../credit/credit.ts'
import { endpoint } from '../kit/endpoint.ts'
import { unitsWon } from '../round/item-result.ts'
import { depositOfBid } from '../money/deposit.ts'
import { metricResult } from '../project/metric.ts'
import { idsFilter, booleanFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { groupOfItem } from '../kit/group-of-item.ts'
import { address, placeDetails } from '../subject/place.ts'
import { multiPolygon, siteSummary } from '../kit/site-boundary.ts'
import { fieldsAfterRegistration } from '../project/project.ts'
import { datedListPage, resourceFields, rowFields } from '../kit/resource.ts'
import { roundOfItem } from '../round/round.ts'
import { awaitedSteps } from '../steps/index.ts'
import {
  creditType,
  day,
  id,
  instant,
  nullableIdAndName,
  nullableText,
  money,
  idAndName,
  units,
} from '../kit/values.ts'

const columns = {
  round: roundOfItem,
  buyer: idAndName,
  type: z.enum(REQUIREMENT_TYPES),
  status: z.enum(REQUIREMENT_STATUSES),
  creditType: creditType.nullable(),
  units: units
    .nullable()
    .meta({ description: 'Ongoing units; for biodiversity and for investors, all units' }),
  additionalUnits: units.nullable(),
  ...columnSchemas(REQUIREMENT_COLUMNS, 'row'),
  bid: money
    .nullable()
    .meta({ description: 'Bid in pounds; null if none has been made or it is sealed from you' }),
  bidIsSealed: z.boolean().meta({ description: 'True if there is a bid whose amount is sealed from you' }),
  pays: money.nullable().meta({
    description: 'Pounds paid once its round is settled; null if it did not win or you may not see it',
  }),
  paysPerUnit: money.nullable().meta({ description: 'Price per unit paid; null if nothing was paid' }),
  won: unitsWon.optional(),
}

export const requirementRow = z
  .object({ ...rowFields, name: z.string(), ...columns, group: nullableIdAndName })
  .meta({ id: 'RequirementRow' })
export type RequirementRow = z.infer<typeof requirementRow>

export const requirementView = z
  .object({
    ...resourceFields('requirement'),
    on: day,
    ...columns,
    group: groupOfItem.nullable(),
    agent: nullableIdAndName,
    nutrientType: z.enum(NUTRIENT_NEEDS).nullable(),
    nutrientAcceptOngoingOnly: z.boolean().nullable(),
    broadHabitat: habitatFields.broadHabitat.nullable(),
    habitatType: nullableText,
    distinctiveness: habitatFields.distinctiveness,
    module: habitatFields.module.nullable(),
    isDivisible: z.boolean().nullable(),
    loss: z
      .object({
        habitat: z.string(),
        size: units.nullable(),
        condition: z.enum(CONDITIONS).nullable(),
        significance: z.enum(SIGNIFICANCES).nullable(),
        metric: metricResult.nullable(),
      })
      .nullable()
      .meta({
        description: 'Habitat that the development destroys, and the result of the statutory metric for it',
      }),
    tradingRule: nullableText.meta({
      description: 'Trading rule of the statutory metric: text that says which habitats may replace it',
    }),
    ...address,
    ...placeDetails,
    boundary: multiPolygon
      .nullable()
      .meta({ description: 'Site boundary of the development (WGS 84), if there is one' }),
    site: siteSummary.nullable(),
    ...columnSchemas(REQUIREMENT_COLUMNS, 'view'),
    bidOngoingOnly: money.nullable(),
    acceptOngoingOnly: z.boolean().nullable(),
    bidAt: instant.nullable(),
    deposit: depositOfBid.nullable().meta({
      description: 'Last deposit of a bid; null if none was asked for or you may not see it',
    }),
    endedAs: z
      .enum(REQUIREMENT_STATUSES)
      .nullable()
      .meta({ description: 'Status in which it was when its round ended or its rights lapsed' }),
    ...fieldsAfterRegistration,
  })
  .meta({ id: 'Requirement' })
export type RequirementView = z.infer<typeof requirementView>

/** A need of a buyer or investor. */
export const requirement = defineNoun({
  kind: 'requirement',
  path: 'requirement',
  list: 'requirements',
  collection: 'requirements',
  createdBy: 'CreateCreditRequirement',
  called: ['credit requirement', 'credit requirements'],
  readBy: 'owner',
  owner: 'buyerId',
  area: 'lpaId',
  page: ({ id: requirementId }: { id: string }) => `/credit-requirements/${requirementId}`,
  isSubject: true,
  isNamed: true,
  isDated: true,
  statuses: {
    Draft: {
      label: 'Draft',
      tone: 'quiet',
      step: 1,
    },
    Provisional: {
      label: 'Provisional',
      tone: 'info',
      step: 2,
    },
    Registered: {
      label: 'Registered',
      tone: 'info',
      step: 3,
    },
    Bid: {
      label: 'Bid',
      tone: 'info',
      step: 4,
    },
    RightsCreated: {
      label: 'Rights created',
      tone: 'good',
      step: 5,
    },
    RightsAllocated: {
      label: 'Rights allocated',
      tone: 'good',
      step: 6,
    },
    CreditsIssued: { label: 'Credits issued', tone: 'good', step: 7 },
    CreditsRedeemed: { label: 'Credits redeemed', tone: 'good', step: 8 },
    Retired: { label: 'Retired', tone: 'quiet', step: 8 },
    Unmatched: { label: 'Unmatched', tone: 'quiet', step: 5, isSetback: true },
  },
  search: {
    place: 2,
    status: 'status',
    round: 'roundId',
    behind: ['buyerId', 'organisation'],
    references: searchColumns(REQUIREMENT_COLUMNS),
    grid: 'gridReference',
    places: [
      ['subcatchmentId', 'subcatchment'],
      ['ncaId', 'nca'],
      ['lpaId', 'lpa'],
    ],
  },
  row: requirementRow,
  view: requirementView,
  filters: {
    marketId: idsFilter,
    marketRoundId: idsFilter,
    roundStatus: choiceFilter(ROUND_STATUSES),
    status: choiceFilter(REQUIREMENT_STATUSES),
    type: choiceFilter(REQUIREMENT_TYPES),
    creditType: choiceFilter(CREDIT_TYPES),
    awaiting: choiceFilter(awaitedSteps('requirement').map(step => step.id)),
    ...columnFilters(REQUIREMENT_COLUMNS),
    buyerId: idsFilter,
    agentId: idsFilter,
    groupId: idsFilter,
    lateRedemptions: booleanFilter,
    registry: booleanFilter,
  },
  sorts: ['name', 'status', 'buyer', 'round', ...sortOptionNames(REQUIREMENT_COLUMNS)],
  subpaths: ['registry', 'lateRedemptions'],
  isChosen: true,
  isSold: true,
})

/** A service that serves a requirement or could serve it; its owner is included only for readers who may know. */
const supplyItem = z
  .object({
    id,
    project: nullableIdAndName,
    creditType,
    ...habitatFields,
    duration: z.enum(PROJECT_DURATIONS),
    units: units.meta({ description: 'Units on the date of the answer' }),
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'SupplyItem' })
export type SupplyItem = z.infer<typeof supplyItem>

export const listSupply = endpoint('GET /api/requirement/:id/supply', {
  id: 'listSupply',
  tag: 'Credit requirements',
  summary:
    'Supply of the requirement once its round is settled; before that the compatible certified supply of the round. Without amounts',
  access: 'member',
  byKey: 'read',
  query: dateQuery,
  answers: { 200: datedListPage(supplyItem) },
})
