import { z } from 'zod'
import { BIDDER_TYPES, ROUND_STATUSES } from '#domain/round'
import { balanceOnDay, balanceSheet, onDay, quantity } from './balance.ts'
import { shapesOf } from './columns/column.ts'
import { PROJECT_COLUMNS } from './columns/project.ts'
import { REQUIREMENT_COLUMNS } from './columns/requirement.ts'
import { credit } from './credit.ts'
import { endpoint, media } from './endpoint.ts'
import { pageQuery, sumQuery } from './lists.ts'
import type { AnyNoun } from './noun.ts'
import { placeShown } from './place.ts'
import { project, projectRow } from './project.ts'
import { requirement, requirementRow } from './requirement.ts'
import { datedListOf, listOf } from './resource.ts'
import { biddingTimes, creditType, day, id, instant, maybeText, money, namedList } from './values.ts'

/** Under what all endpoints stand that anybody may ask. */
export const OPEN_TAG = 'Without signing in'

/** What tells of an owner: nobody may filter or sort the public registry by it. */
const OWNERS = ['supplierId', 'buyerId', 'agentId', 'groupId', 'supplier', 'buyer'] as const
/** The registry itself, and what is the operator's to know. */
const INTERNAL = ['nonCompliant', 'lateRedemptions', 'registry', 'awaiting'] as const
type Hidden = (typeof OWNERS)[number] | (typeof INTERNAL)[number]

const isHidden = (word: string): word is Hidden => [...OWNERS, ...INTERNAL].some(one => one === word)

/** What anybody may filter and sort the public registry of a noun by. */
export const publicWords = <N extends Required<Pick<AnyNoun, 'filters' | 'sorts'>>>({
  filters,
  sorts,
}: N) => ({
  filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !isHidden(name))),
  sorts: sorts.filter(name => !isHidden(name)),
})

/** Named column by column, so that a new one is private until its card shows it. */
export const publicProject = projectRow
  .pick({ id: true, links: true, name: true, round: true, type: true, status: true })
  .extend({
    ...projectRow.pick({ nca: true, lpa: true, subcatchment: true, credits: true }).shape,
    ...shapesOf(PROJECT_COLUMNS, 'public'),
    place: placeShown,
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
    ...shapesOf(REQUIREMENT_COLUMNS, 'public'),
    planningRef: maybeText.meta({ description: 'Under which the planning authority keeps the application' }),
    place: placeShown,
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
    tag: OPEN_TAG,
    summary: `The registry of ${of}: what settled rounds have brought about, without money and owners`,
    access: 'anyone',
    kept: 'moment',
    query: pageQuery(publicWords(noun)).extend(onDay.shape),
    answers: { 200: datedListOf(row) },
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
  tag: OPEN_TAG,
  summary: 'Where the units of the registry are, type by type',
  access: 'anyone',
  kept: 'moment',
  query: sumQuery(publicWords(credit)),
  answers: { 200: balanceSheet },
})
const maybeDay = day.nullable()

/** A round that has been announced, with its days. */
const publicRound = z
  .object({
    id,
    name: z.string(),
    marketId: id,
    market: z.string(),
    status: z.enum(ROUND_STATUSES),
    services: z.array(creditType),
    bidderType: z.enum(BIDDER_TYPES),
    lpas: namedList.meta({ description: 'The planning authorities in which it trades' }),
    ncas: namedList.meta({ description: 'The national character areas in which it trades' }),
    subcatchments: namedList.meta({ description: 'The nutrient sub-catchments in which it trades' }),
    settledAt: instant.nullable(),
    isPublished: z.boolean().meta({ description: 'Whether anybody may check its match' }),
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

/** What a page that counts down goes by. */
export const readClock = endpoint('GET /api/clock', {
  id: 'readClock',
  tag: OPEN_TAG,
  summary: 'The time by the clock of the market, by which bids and offers open and close',
  access: 'anyone',
  answers: { 200: z.object({ now: instant }) },
})

export const publicRounds = endpoint('GET /api/public/rounds', {
  id: 'listPublicRounds',
  tag: OPEN_TAG,
  summary: 'The calendar of rounds',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: listOf(publicRound) },
})
export const publicCalendar = endpoint('GET /api/public/rounds.ics', {
  id: 'readPublicCalendar',
  tag: OPEN_TAG,
  summary: 'The same for calendars',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: media({ 'text/calendar': z.string() }) },
})
const jsonSchema = z.looseObject({ title: z.string(), type: z.literal('object') })
export const matchSchemas = {
  problem: endpoint('GET /api/public/schemas/match-problem-1.json', {
    id: 'readMatchProblemSchema',
    tag: OPEN_TAG,
    summary:
      'JSON Schema (2020-12) of a match problem, version 1; money in pence, quantities in ten-thousandths',
    access: 'anyone',
    kept: 'release',
    answers: { 200: jsonSchema },
  }),
  solution: endpoint('GET /api/public/schemas/match-solution-1.json', {
    id: 'readMatchSolutionSchema',
    tag: OPEN_TAG,
    summary:
      'JSON Schema (2020-12) of a match solution, version 1; money in pence, quantities in ten-thousandths',
    access: 'anyone',
    kept: 'release',
    answers: { 200: jsonSchema },
  }),
}

/** What settled rounds have come to; money only where no single amount can be worked out from it. */
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
        units: z.array(quantity).meta({ description: 'What was sold' }),
        surplus: money.nullable(),
      }),
    ),
  })
  .meta({ id: 'Statistics' })

export const readStatistics = endpoint('GET /api/public/statistics', {
  id: 'readStatistics',
  tag: OPEN_TAG,
  summary: 'What settled rounds have come to',
  access: 'anyone',
  kept: 'moment',
  query: onDay,
  answers: { 200: statistics },
})
