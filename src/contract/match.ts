import { z } from 'zod'
import { GROUP_TYPES } from '#domain/group'
import { CERTAINTIES } from '#domain/match-solution'
import { balanceSheet, onDay, quantity } from './balance.ts'
import { endpoint, media, none } from './endpoint.ts'
import { noun } from './noun.ts'
import { lossReason } from './item-result.ts'
import { listOf, refusal } from './resource.ts'
import {
  creditType,
  day,
  id,
  instant,
  maybeNamed,
  maybeText,
  money,
  named,
  proceeds,
  units,
} from './values.ts'

const tag = 'Results'

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]
export const TASK_PHASES = ['building', 'solving', 'pricing', 'explaining'] as const
export type TaskPhase = (typeof TASK_PHASES)[number]

/** How far a match has come. */
export const solverTask = z
  .object({
    id,
    roundId: id,
    state: z.enum(TASK_STATES),
    phase: z.enum(TASK_PHASES).nullable(),
    progress: z.number().meta({ description: '0 to 1, never back' }),
    surplus: money.nullable(),
    bound: money.nullable(),
    gap: z.number().nullable(),
    winners: z.int().nullable(),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    message: maybeText,
    awaitsWitness: z.boolean().meta({
      description: 'It begins once a registered witness has co-signed a checkpoint that contains the close',
    }),
  })
  .meta({ id: 'SolverTask' })
export type SolverTask = z.infer<typeof solverTask>

/** Exact to the penny, within a guaranteed bound, or within an interval that holds 95 times of 100. */
const certainty = z.enum(CERTAINTIES)

const sums = {
  supplied: units.meta({ description: 'By all that was offered; for others than the operator by what won' }),
  demanded: units.meta({ description: 'By all that was bid for; for others than the operator by what won' }),
  sold: units,
  reserved: units,
}

/** What a round comes to, of one credit type: on the day that the answer is for, and over all time. */
const totals = z.object({
  creditType,
  ...sums,
  periods: z.array(z.object({ start: day, end: day.nullable(), ...sums })),
})
export type Totals = z.infer<typeof totals>

/** Told to others than the operator only where it tells of no single party. */
const sum = money.nullable()

export const matchView = z
  .object({
    resultId: id,
    on: day,
    surplus: sum,
    rule: z.string(),
    ruleVersion: z.string(),
    proven: z.boolean(),
    certainty: certainty.meta({ description: 'How sure the least sure share is' }),
    exact: z.boolean(),
    shareHalfWidth: money.nullable().meta({
      description:
        'The greatest guaranteed bound of a bounded share, or 95 percent half width of a sampled one; null when all are exact, and to others than the operator',
    }),
    solver: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    problemHash: z.string(),
    solutionHash: z.string(),
    startedAt: instant,
    finishedAt: instant.nullable(),
    tie: z.object({ decidedBy: z.int(), alternatives: z.int(), note: z.string() }),
    totals: z.array(totals),
    organisations: z.array(
      named.extend({ value: money, share: money, payment: money, certainty, halfWidth: money }),
    ),
    totalPaid: sum,
    totalReceived: sum,
  })
  .meta({ id: 'Match' })
export type MatchView = z.infer<typeof matchView>

const reviewItem = named
  .extend({
    organisation: named,
    won: z.boolean(),
    amount: money.meta({ description: 'The bid, or the offer without the costs; pounds' }),
    costs: money,
    value: money.meta({ description: 'What the price rule counts: winning bid, or total ask; pounds' }),
    share: money,
    payment: money,
    proceeds: proceeds.nullable(),
    reason: lossReason.nullable(),
    sentence: z.string(),
    critical: money.nullable(),
    percent: z.number(),
    ongoingOnly: z.boolean(),
    group: maybeNamed,
    payAsBid: money,
    vcg: money.nullable(),
    addedToOthers: money.nullable().meta({
      description:
        "What its organisation's presence added to all others; null where it won nothing, or nobody knows",
    }),
    bindingSupply: z.array(named).meta({
      description: 'Projects that serve a winning requirement and have nothing left in some of that time',
    }),
  })
  .meta({ id: 'ReviewItem' })
export type ReviewItem = z.infer<typeof reviewItem>

const reviewFlow = z
  .object({
    project: named,
    requirement: named,
    serviceId: id,
    service: z.string(),
    creditType,
    start: day,
    end: day.nullable(),
    units,
    reserved: units,
  })
  .meta({ id: 'ReviewFlow' })
export type ReviewFlow = z.infer<typeof reviewFlow>

export const matchReview = z
  .object({
    on: day,
    match: matchView
      .extend({ surplus: money, totalPaid: money, totalReceived: money })
      .meta({ id: 'ReviewedMatch' }),
    projects: z.array(reviewItem),
    requirements: z.array(reviewItem),
    flows: z.array(reviewFlow),
    groups: z.array(
      named.extend({
        of: z.enum(['project', 'requirement']),
        type: z.enum(GROUP_TYPES),
        members: z.array(named),
        winners: z.array(named),
        note: z.string(),
      }),
    ),
    reserve: z
      .object({
        percentage: z.number(),
        appliesTo: z.string(),
        byCreditType: z.array(quantity),
      })
      .nullable(),
    balance: balanceSheet.meta({
      description:
        'Where the units of the winning projects would be once the match is accepted, or are since',
    }),
    warnings: z.array(z.string()),
    previous: z
      .object({ finishedAt: instant, surplus: money, winners: z.int(), changed: z.array(z.string()) })
      .nullable()
      .meta({ description: 'The run before this one in the same round, if there was one' }),
  })
  .meta({ id: 'MatchReview' })
export type MatchReview = z.infer<typeof matchReview>

export const unmatchedItem = named
  .extend({ organisation: named, reason: lossReason, sentence: z.string(), critical: money.nullable() })
  .meta({ id: 'UnmatchedItem' })
export type UnmatchedItem = z.infer<typeof unmatchedItem>

/** All that is needed to compute a match again elsewhere: as decision 0008 and the schemas of problem and solution say. */
const matchAudit = z.looseObject({ problem: z.unknown(), solution: z.unknown() }).meta({ id: 'MatchAudit' })

/** The forms in which a match leaves besides its own. */
const MATCH_FORMATS = ['audit', 'winners', 'dataset'] as const

export const readMatch = endpoint('GET /api/round/:id/match', {
  id: 'readMatch',
  tag,
  summary:
    'The match of a round; with format=audit all that is needed to compute it again, with winners or dataset its two files as CSV',
  access: 'member',
  byKey: 'read',
  query: onDay.extend({ format: z.enum(MATCH_FORMATS).optional() }),
  answers: {
    200: media({ 'application/json': z.union([matchView, matchAudit]), 'text/csv': z.string() }),
  },
})
export const readMatchReview = endpoint('GET /api/round/:id/match-review', {
  id: 'readMatchReview',
  tag,
  summary: 'The match of a round with everything behind it, for the operator',
  access: 'member',
  byKey: 'read',
  query: onDay,
  answers: { 200: matchReview },
})
export const listUnmatchedProjects = endpoint('GET /api/round/:id/unmatched-projects', {
  id: 'listUnmatchedProjects',
  tag,
  summary: 'The projects that lost, each with why',
  access: 'member',
  byKey: 'read',
  answers: { 200: listOf(unmatchedItem) },
})
export const listUnmatchedRequirements = endpoint('GET /api/round/:id/unmatched-requirements', {
  id: 'listUnmatchedRequirements',
  tag,
  summary: 'The credit requirements that lost, each with why',
  access: 'member',
  byKey: 'read',
  answers: { 200: listOf(unmatchedItem) },
})
export const readSolverTask = endpoint('GET /api/solver/task/:id', {
  id: 'readSolverTask',
  tag,
  summary: 'How far a match has come',
  access: 'member',
  byKey: 'read',
  answers: { 200: solverTask },
})
export const cancelSolverTask = endpoint('DELETE /api/solver/task/:id', {
  id: 'cancelSolverTask',
  tag,
  summary: 'Cancels a match',
  access: 'member',
  answers: { 204: none, 409: refusal },
})

/** One run of the engine over a round, stored with its problem. */
export const matchResult = noun({
  kind: 'matchResult',
  called: ['match', 'matches'],
  readBy: 'own rule',
})
