import { z } from 'zod'
import { BIDDER_TYPES, ROUND_STATUSES } from '#domain/round/round'
import { balanceOnDay, dateQuery, listBalanceSheet, quantity } from '../kit/balance.ts'
import { columnSchemas } from '../columns/column.ts'
import { PROJECT_COLUMNS } from '../columns/project.ts'
import { REQUIREMENT_COLUMNS } from '../columns/requirement.ts'
import { credit } from '../credit/credit.ts'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { balanceQuery, listQuery } from '../desk/lists.ts'
import type { AnyNoun } from '../kit/noun.ts'
import { publishedPlace } from '../subject/place.ts'
import { project, projectRow } from '../project/project.ts'
import { requirement, requirementRow } from '../requirement/requirement.ts'
import { datedListPage, listPage } from '../kit/resource.ts'
import {
  biddingTimes,
  creditType,
  day,
  id,
  instant,
  nullableText,
  money,
  idAndNameList,
} from '../kit/values.ts'

/** Tag of all endpoints without sign-in. */
export const PUBLIC_TAG = 'Public'

/** Columns that reveal an owner, by which no one may filter or sort the public registry. */
const OWNERS = ['supplierId', 'buyerId', 'agentId', 'groupId', 'supplier', 'buyer'] as const
/** Filters left out of the public lists: the registry filter itself, and those for the operator only. */
const INTERNAL = ['nonCompliant', 'lateRedemptions', 'registry', 'awaiting'] as const
type Hidden = (typeof OWNERS)[number] | (typeof INTERNAL)[number]

const isHidden = (word: string): word is Hidden => [...OWNERS, ...INTERNAL].some(one => one === word)

/** Filters and sort orders of the public registry of a noun. */
export const publicListOptions = <N extends Required<Pick<AnyNoun, 'filters' | 'sorts'>>>({
  filters,
  sorts,
}: N) => ({
  filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !isHidden(name))),
  sorts: sorts.filter(name => !isHidden(name)),
})

/** Columns are listed one by one, so that a new column stays private until its definition makes it public. */
export const publicProject = projectRow
  .pick({ id: true, links: true, name: true, round: true, type: true, status: true })
  .extend({
    ...projectRow.pick({ nca: true, lpa: true, subcatchment: true, credits: true }).shape,
    ...columnSchemas(PROJECT_COLUMNS, 'public'),
    place: publishedPlace,
    balance: balanceOnDay,
  })
  .meta({ id: 'PublicProject' })
export type PublicProject = z.infer<typeof publicProject>
export const publicRequirement = requirementRow
  .pick({ id: true, links: true, name: true, round: true, type: true, status: true, creditType: true })
  .extend({
    ...requirementRow.pick({ units: true, additionalUnits: true, redemptionDate: true, allocationRef: true })
      .shape,
    ...requirementRow.pick({ nca: true, lpa: true, subcatchment: true }).shape,
    ...columnSchemas(REQUIREMENT_COLUMNS, 'public'),
    planningRef: nullableText.meta({ description: 'Number of the application at the planning authority' }),
    place: publishedPlace,
    balance: balanceOnDay,
  })
  .meta({ id: 'PublicRequirement' })
export type PublicRequirement = z.infer<typeof publicRequirement>

const registry = <const P extends string, T extends z.ZodType>(
  of: P,
  operation: string,
  noun: Required<Pick<AnyNoun, 'filters' | 'sorts'>>,
  row: T,
) =>
  endpoint(`GET /api/public/registry/${of}`, {
    id: operation,
    tag: PUBLIC_TAG,
    summary: `Registry of ${of} from settled rounds, without amounts and owners`,
    access: 'anyone',
    kept: 'moment',
    query: listQuery(publicListOptions(noun)).extend(dateQuery.shape),
    answers: { 200: datedListPage(row) },
  })

export const publicProjects = registry('projects', 'listPublicProjects', project, publicProject)
export const publicRequirements = registry(
  'requirements',
  'listPublicRequirements',
  requirement,
  publicRequirement,
)
export const publicCredits = registry('credits', 'listPublicCredits', credit, credit.row)

export const publicBalance = endpoint('GET /api/public/registry/balance', {
  id: 'readPublicBalance',
  tag: PUBLIC_TAG,
  summary: 'Balance sheet of the registry, by credit type',
  access: 'anyone',
  kept: 'moment',
  query: balanceQuery(publicListOptions(credit)),
  answers: { 200: listBalanceSheet },
})
const maybeDay = day.nullable()

/** A planned or announced round, with its dates; a planned one has none yet. */
export const publicRound = z
  .object({
    id,
    name: z.string(),
    marketId: id,
    market: z.string(),
    status: z.enum(ROUND_STATUSES),
    services: z.array(creditType),
    bidderType: z.enum(BIDDER_TYPES),
    lpas: idAndNameList.meta({ description: 'Planning authorities in which it trades' }),
    ncas: idAndNameList.meta({ description: 'National character areas in which it trades' }),
    subcatchments: idAndNameList.meta({ description: 'Subcatchments in which it trades' }),
    settledAt: instant.nullable(),
    expectedFrom: maybeDay.meta({
      description:
        'First day of the season in which a planned round, with the status Draft, is expected to open',
    }),
    joinsCommonControl: z
      .boolean()
      .meta({ description: 'True if organisations under common control are matched as one party' }),
    bestKnownGapPercent: z.number().nullable().meta({
      description:
        'Greatest gap at which a match that is not proven to be the best may be used; null if only a proven match counts',
    }),
    gapPart: z.number().nullable().meta({
      description:
        'How far the accepted match may be below the best possible one, as a part of that; null if it is proven or was made elsewhere',
    }),
    isPublished: z
      .boolean()
      .meta({ description: 'True if its match is published, so that anyone can check it' }),
    suppliersStart: maybeDay,
    suppliersEnd: maybeDay,
    buyersStart: maybeDay,
    buyersEnd: maybeDay,
    projectsStart: maybeDay,
    projectsEnd: maybeDay,
    requirementsStart: maybeDay,
    requirementsEnd: maybeDay,
    ...biddingTimes,
  })
  .meta({ id: 'PublicRound' })
export type PublicRound = z.infer<typeof publicRound>

/** Server time for pages with a countdown. */
export const readClock = endpoint('GET /api/clock', {
  id: 'readClock',
  tag: PUBLIC_TAG,
  summary: 'Time by the clock of the market, which decides when bids and offers open and close',
  access: 'anyone',
  answers: { 200: z.object({ now: instant }) },
})

export const publicRounds = endpoint('GET /api/public/rounds', {
  id: 'listPublicRounds',
  tag: PUBLIC_TAG,
  summary: 'Calendar of rounds',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: listPage(publicRound) },
})
export const publicRoundsCalendar = endpoint('GET /api/public/rounds.ics', {
  id: 'readPublicCalendar',
  tag: PUBLIC_TAG,
  summary: 'Calendar of rounds as iCalendar',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: mediaAnswer({ 'text/calendar': z.string() }) },
})
const jsonSchema = z.looseObject({ title: z.string(), type: z.literal('object') })
export const publishedMatchSchemas = {
  problem: endpoint('GET /api/public/schemas/match-problem-1.json', {
    id: 'readMatchProblemSchema',
    tag: PUBLIC_TAG,
    summary:
      'JSON Schema (2020-12) of a match problem, version 1; money in pence, quantities in ten-thousandths',
    access: 'anyone',
    kept: 'release',
    answers: { 200: jsonSchema },
  }),
  solution: endpoint('GET /api/public/schemas/match-solution-1.json', {
    id: 'readMatchSolutionSchema',
    tag: PUBLIC_TAG,
    summary:
      'JSON Schema (2020-12) of a match solution, version 1; money in pence, quantities in ten-thousandths',
    access: 'anyone',
    kept: 'release',
    answers: { 200: jsonSchema },
  }),
}

/** Totals of settled rounds; amounts only if no single amount can be derived. */
const statistics = z
  .object({
    on: day,
    rounds: z.array(
      z.object({
        id,
        name: z.string(),
        market: z.string(),
        settledAt: instant.nullable(),
        projects: z.int(),
        requirements: z.int(),
        units: z.array(quantity).meta({ description: 'Units sold' }),
        surplus: money.nullable(),
      }),
    ),
  })
  .meta({ id: 'Statistics' })

export const readStatistics = endpoint('GET /api/public/statistics', {
  id: 'readStatistics',
  tag: PUBLIC_TAG,
  summary: 'Statistics of settled rounds',
  access: 'anyone',
  kept: 'moment',
  query: dateQuery,
  answers: { 200: statistics },
})
