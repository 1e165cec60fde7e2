import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { CONDITIONS } from '#domain/habitat'
import { SIGNIFICANCES } from '#domain/metric/significance'
import { DURATIONS } from '#domain/project'
import { NUTRIENT_NEEDS, REQUIREMENT_STATUSES } from '#domain/requirement'
import { ROUND_STATUSES } from '#domain/round'
import { onDay, period } from './balance.ts'
import { filtersOf, referencesOf, shapesOf, sortsOf } from './columns/column.ts'
import { REQUIREMENT_COLUMNS, REQUIREMENT_TYPES } from './columns/requirement.ts'
import { habitat } from './credit.ts'
import { endpoint } from './endpoint.ts'
import { unitsWon } from './item-result.ts'
import { worked } from './metric.ts'
import { byIds, flag, noun, oneOf } from './noun.ts'
import { groupOfItem } from './group-of-item.ts'
import { address, placeJudged } from './place.ts'
import { multiPolygon, site } from './site-boundary.ts'
import { aftermath } from './project.ts'
import { datedListOf, resourceOf, rowOf } from './resource.ts'
import { roundOfItem } from './round.ts'
import { awaitedSteps } from './steps/index.ts'
import { creditType, day, id, instant, maybeNamed, maybeText, money, named, units } from './values.ts'

const columns = {
  round: roundOfItem,
  buyer: named,
  type: z.enum(REQUIREMENT_TYPES),
  status: z.enum(REQUIREMENT_STATUSES),
  creditType: creditType.nullable(),
  units: units
    .nullable()
    .meta({ description: 'Ongoing units, or all of them for biodiversity and investors' }),
  additionalUnits: units.nullable(),
  ...shapesOf(REQUIREMENT_COLUMNS, 'row'),
  bid: money
    .nullable()
    .meta({ description: 'Pounds; null when none has been made or when sealed from this reader' }),
  bidIsSealed: z.boolean().meta({ description: 'A bid exists but this reader may not know its amount yet' }),
  pays: money.nullable().meta({
    description: 'What is paid for it once its round is settled; null when it did not win or is not told',
  }),
  paysPerUnit: money.nullable().meta({ description: 'Of what is paid; null where nothing is' }),
  won: unitsWon.optional(),
}

export const requirementRow = z
  .object({ ...rowOf, name: z.string(), ...columns, group: maybeNamed })
  .meta({ id: 'RequirementRow' })
export type RequirementRow = z.infer<typeof requirementRow>

export const requirementView = z
  .object({
    ...resourceOf('requirement'),
    on: day,
    ...columns,
    group: groupOfItem.nullable(),
    agent: maybeNamed,
    nutrientType: z.enum(NUTRIENT_NEEDS).nullable(),
    nutrientAcceptOngoingOnly: z.boolean().nullable(),
    broadHabitat: habitat.broadHabitat.nullable(),
    habitatType: maybeText,
    distinctiveness: habitat.distinctiveness,
    module: habitat.module.nullable(),
    isDivisible: z.boolean().nullable(),
    loss: z
      .object({
        habitat: z.string(),
        size: units.nullable(),
        condition: z.enum(CONDITIONS).nullable(),
        significance: z.enum(SIGNIFICANCES).nullable(),
        metric: worked.nullable(),
      })
      .nullable()
      .meta({ description: 'What the development destroys, and what the statutory metric gives for it' }),
    tradingRule: maybeText.meta({ description: 'What the statute accepts for it, in words' }),
    ...address,
    ...placeJudged,
    boundary: multiPolygon
      .nullable()
      .meta({ description: 'The line around the site of the development, where one was given (WGS 84)' }),
    site: site.nullable(),
    ...shapesOf(REQUIREMENT_COLUMNS, 'view'),
    bidOngoingOnly: money.nullable(),
    acceptOngoingOnly: z.boolean().nullable(),
    bidAt: instant.nullable(),
    endedAs: z
      .enum(REQUIREMENT_STATUSES)
      .nullable()
      .meta({ description: 'How far it had come when it ended with its round' }),
    ...aftermath,
  })
  .meta({ id: 'Requirement' })
export type RequirementView = z.infer<typeof requirementView>

/** What a buyer or investor needs. */
export const requirement = noun({
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
    references: referencesOf(REQUIREMENT_COLUMNS),
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
    marketId: byIds,
    marketRoundId: byIds,
    roundStatus: oneOf(ROUND_STATUSES),
    status: oneOf(REQUIREMENT_STATUSES),
    type: oneOf(REQUIREMENT_TYPES),
    creditType: oneOf(CREDIT_TYPES),
    awaiting: oneOf(awaitedSteps('requirement').map(step => step.id)),
    ...filtersOf(REQUIREMENT_COLUMNS),
    buyerId: byIds,
    agentId: byIds,
    groupId: byIds,
    lateRedemptions: flag,
    registry: flag,
  },
  sorts: ['name', 'status', 'buyer', 'round', ...sortsOf(REQUIREMENT_COLUMNS)],
  subpaths: ['registry', 'lateRedemptions'],
  isChosen: true,
  isSold: true,
})

/** A service that serves a requirement or could serve it; whose it is only where the reader may know. */
const supplyItem = z
  .object({
    id,
    project: maybeNamed,
    creditType,
    ...habitat,
    duration: z.enum(DURATIONS),
    units: units.meta({ description: 'On the day that the answer is for' }),
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'SupplyItem' })
export type SupplyItem = z.infer<typeof supplyItem>

export const listSupply = endpoint('GET /api/requirement/:id/supply', {
  id: 'listSupply',
  tag: 'Credit requirements',
  summary:
    'What supplies it once its round is settled; before that the compatible certified supply of the round. Without amounts',
  access: 'member',
  byKey: 'read',
  query: onDay,
  answers: { 200: datedListOf(supplyItem) },
})
