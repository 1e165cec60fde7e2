import { z } from 'zod'
import { BIDDER_TYPES, ROUND_STATUSES } from '#domain/round'
import { balanceSheet, onDay, projectBalance, quantity } from './balance.ts'
import { credit, creditHistory } from './credit.ts'
import { endpoint, media } from './endpoint.ts'
import { pageQuery, sumQuery } from './lists.ts'
import type { AnyNoun } from './noun.ts'
import { project, projectRow } from './project.ts'
import { requirement, requirementRow } from './requirement.ts'
import { datedListOf, listOf } from './resource.ts'
import { creditType, day, id, instant, money } from './values.ts'

const tag = 'Without signing in'

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

/** Named column by column, so that a new one is private until somebody shows it. */
export const publicProject = projectRow
  .pick({ id: true, links: true, name: true, round: true, type: true, status: true })
  .extend({
    ...projectRow.pick({ nca: true, lpa: true, subcatchment: true, credits: true, start: true }).shape,
  })
  .meta({ id: 'PublicProject' })
export const publicRequirement = requirementRow
  .pick({ id: true, links: true, name: true, round: true, type: true, status: true, creditType: true })
  .extend({
    ...requirementRow.pick({ units: true, additionalUnits: true, redemptionDate: true }).shape,
    ...requirementRow.pick({ nca: true, lpa: true, subcatchment: true }).shape,
  })
  .meta({ id: 'PublicRequirement' })

const registry = <const P extends string, T extends z.ZodType>(
  of: P,
  operation: string,
  noun: Required<Pick<AnyNoun, 'filters' | 'sorts'>>,
  row: T,
) =>
  endpoint(`GET /api/public/registry/${of}`, {
    id: operation,
    tag,
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
  tag,
  summary: 'Where the units of the registry are, type by type',
  access: 'anyone',
  kept: 'moment',
  query: sumQuery(publicWords(credit)),
  answers: { 200: balanceSheet },
})
export const publicProjectBalance = endpoint('GET /api/public/registry/projects/:id/balance', {
  id: 'readPublicProjectBalance',
  tag,
  summary: 'Where all certified units of a project of the registry are, service by service and in sum',
  access: 'anyone',
  kept: 'moment',
  query: onDay,
  answers: { 200: projectBalance },
})

const maybeDay = day.nullable()

/** A round that has been announced, with its days. */
const publicRound = z
  .object({
    id,
    name: z.string(),
    market: z.string(),
    status: z.enum(ROUND_STATUSES),
    services: z.array(creditType),
    bidderType: z.enum(BIDDER_TYPES),
    settledAt: instant.nullable(),
    suppliersStart: maybeDay,
    suppliersEnd: maybeDay,
    buyersStart: maybeDay,
    buyersEnd: maybeDay,
    projectsStart: maybeDay,
    projectsEnd: maybeDay,
    requirementsStart: maybeDay,
    requirementsEnd: maybeDay,
  })
  .meta({ id: 'PublicRound' })
export type PublicRound = z.infer<typeof publicRound>

export const publicRounds = endpoint('GET /api/public/rounds', {
  id: 'listPublicRounds',
  tag,
  summary: 'The calendar of rounds',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: listOf(publicRound) },
})
export const publicCalendar = endpoint('GET /api/public/rounds.ics', {
  id: 'readPublicCalendar',
  tag,
  summary: 'The same for calendars',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: media({ 'text/calendar': z.string() }) },
})
export const publicCredit = endpoint('GET /api/public/credits/:serial', {
  id: 'readPublicCredit',
  tag,
  summary: 'The credit that holds these units, and all that has happened to them',
  access: 'anyone',
  kept: 'moment',
  query: onDay,
  answers: { 200: creditHistory },
})

const jsonSchema = z.looseObject({ title: z.string(), type: z.literal('object') })
export const matchSchemas = {
  problem: endpoint('GET /api/public/schemas/match-problem-1.json', {
    id: 'readMatchProblemSchema',
    tag,
    summary:
      'JSON Schema (2020-12) of a match problem, version 1; money in pence, quantities in ten-thousandths',
    access: 'anyone',
    kept: 'release',
    answers: { 200: jsonSchema },
  }),
  solution: endpoint('GET /api/public/schemas/match-solution-1.json', {
    id: 'readMatchSolutionSchema',
    tag,
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
  tag,
  summary: 'What settled rounds have come to',
  access: 'anyone',
  kept: 'moment',
  query: onDay,
  answers: { 200: statistics },
})
