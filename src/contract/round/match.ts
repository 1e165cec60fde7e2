import { z } from 'zod'
import { GROUP_TYPES } from '#domain/project/group'
import { CERTAINTIES } from '@credit-market/matching/problem/match-solution'
import { balanceSheet, dateQuery, quantity } from '../kit/balance.ts'
import { endpoint, mediaAnswer, noContentResponse } from '../kit/endpoint.ts'
import { defineNoun } from '../kit/noun.ts'
import { matchGap } from './instance.ts'
import { lossReason } from './item-result.ts'
import { listPage, refusal } from '../kit/resource.ts'
import {
  creditType,
  day,
  id,
  instant,
  nullableIdAndName,
  nullableText,
  money,
  idAndName,
  proceeds,
  units,
} from '../kit/values.ts'

const tag = 'Results'

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]
export const TASK_PHASES = ['building', 'solving', 'pricing', 'explaining'] as const
export type TaskPhase = (typeof TASK_PHASES)[number]

/** Progress of a match. */
export const solverTask = z
  .object({
    id,
    roundId: id,
    state: z.enum(TASK_STATES),
    phase: z.enum(TASK_PHASES).nullable(),
    progress: z.number().meta({ description: 'Progress from 0 to 1; it never decreases' }),
    surplus: money.nullable(),
    bound: money.nullable(),
    gap: z.number().nullable(),
    winners: z.int().nullable(),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    message: nullableText,
    awaitsWitness: z.boolean().meta({
      description:
        'True if the match starts only after a registered witness has co-signed a checkpoint that contains the close',
    }),
  })
  .meta({ id: 'SolverTask' })
export type SolverTask = z.infer<typeof solverTask>

/** Exact to the penny, or within an interval with 95 percent confidence. */
const certainty = z.enum(CERTAINTIES)

const sums = {
  supplied: units.meta({
    description:
      'Units in all offers. Only the market operator gets these; others get the units in winning offers',
  }),
  demanded: units.meta({
    description:
      'Units in all bids. Only the market operator gets these; others get the units in winning bids',
  }),
  sold: units,
  reserved: units,
}

/** Totals of a round for one credit type: on the date of the answer, and over all time. */
const totals = z.object({
  creditType,
  ...sums,
  periods: z.array(z.object({ start: day, end: day.nullable(), ...sums })),
})
export type MatchTotals = z.infer<typeof totals>

/** Null for readers other than the operator if it would reveal a single party. */
const sum = money.nullable()

export const matchView = z
  .object({
    resultId: id,
    on: day,
    surplus: sum,
    rule: z.string(),
    ruleVersion: z.string(),
    proven: z.boolean().meta({
      description:
        'True if the engine proved that no match has a greater surplus: in whole numbers, except for parts of a round that are so large that this rests on the solver HiGHS, which calculates in floating point',
    }),
    gap: matchGap.nullable(),
    certainty: certainty.meta({ description: 'Certainty of the least certain share' }),
    exact: z.boolean(),
    shareHalfWidth: money.nullable().meta({
      description:
        'Greatest 95 percent half width of a sampled share; null if all shares are exact. For the market operator only',
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
      idAndName.extend({ value: money, share: money, payment: money, certainty, halfWidth: money }),
    ),
    totalPaid: sum,
    totalReceived: sum,
  })
  .meta({ id: 'Match' })
export type MatchView = z.infer<typeof matchView>

const reviewItem = idAndName
  .extend({
    organisation: idAndName,
    won: z.boolean(),
    amount: money.meta({ description: 'Bid, or offer without the costs, in pounds' }),
    costs: money,
    value: money.meta({ description: 'Value for the price rule: winning bid or total ask, in pounds' }),
    share: money,
    payment: money,
    proceeds: proceeds.nullable(),
    reason: lossReason.nullable(),
    sentence: z.string(),
    critical: money.nullable(),
    percent: z.number(),
    ongoingOnly: z.boolean(),
    group: nullableIdAndName,
    payAsBid: money,
    vcg: money.nullable(),
    addedToOthers: money.nullable().meta({
      description:
        'Value that its organisation added to the match for all others; null if it won nothing or the value is unknown',
    }),
    bindingSupply: z.array(idAndName).meta({
      description:
        'Projects that supply this winning requirement and have no units left for part of the time',
    }),
  })
  .meta({ id: 'ReviewItem' })
export type ReviewItem = z.infer<typeof reviewItem>

const reviewFlow = z
  .object({
    project: idAndName,
    requirement: idAndName,
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
      idAndName.extend({
        of: z.enum(['project', 'requirement']),
        type: z.enum(GROUP_TYPES),
        members: z.array(idAndName),
        winners: z.array(idAndName),
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
      description: 'Balance sheet of the winning projects after acceptance of the match',
    }),
    warnings: z.array(z.string()),
    previous: z
      .object({ finishedAt: instant, surplus: money, winners: z.int(), changed: z.array(z.string()) })
      .nullable()
      .meta({ description: 'Previous match of the same round, if there was one' }),
  })
  .meta({ id: 'MatchReview' })
export type MatchReview = z.infer<typeof matchReview>

export const unmatchedItem = idAndName
  .extend({ organisation: idAndName, reason: lossReason, sentence: z.string(), critical: money.nullable() })
  .meta({ id: 'UnmatchedItem' })
export type UnmatchedItem = z.infer<typeof unmatchedItem>

/** Everything needed to recalculate a match elsewhere: see decision 0008 and the schemas of problem and solution. */
const matchAudit = z.looseObject({ problem: z.unknown(), solution: z.unknown() }).meta({ id: 'MatchAudit' })

/** Further download formats of a match. */
const MATCH_FORMATS = ['audit', 'winners', 'dataset'] as const

export const readMatch = endpoint('GET /api/round/:id/match', {
  id: 'readMatch',
  tag,
  summary:
    'Match of a round; with format=audit everything needed to recalculate it, with format=winners or dataset its two files as CSV',
  access: 'member',
  byKey: 'read',
  query: dateQuery.extend({ format: z.enum(MATCH_FORMATS).optional() }),
  answers: {
    200: mediaAnswer({ 'application/json': z.union([matchView, matchAudit]), 'text/csv': z.string() }),
  },
})
export const readMatchReview = endpoint('GET /api/round/:id/match-review', {
  id: 'readMatchReview',
  tag,
  summary: 'Match of a round with all details; for the market operator only',
  access: 'member',
  byKey: 'read',
  query: dateQuery,
  answers: { 200: matchReview },
})
export const listUnmatchedProjects = endpoint('GET /api/round/:id/unmatched-projects', {
  id: 'listUnmatchedProjects',
  tag,
  summary: 'Projects that did not win, each with the reason',
  access: 'member',
  byKey: 'read',
  answers: { 200: listPage(unmatchedItem) },
})
export const listUnmatchedRequirements = endpoint('GET /api/round/:id/unmatched-requirements', {
  id: 'listUnmatchedRequirements',
  tag,
  summary: 'Credit requirements that did not win, each with the reason',
  access: 'member',
  byKey: 'read',
  answers: { 200: listPage(unmatchedItem) },
})
export const readSolverTask = endpoint('GET /api/solver/task/:id', {
  id: 'readSolverTask',
  tag,
  summary: 'Progress of a match',
  access: 'member',
  byKey: 'read',
  answers: { 200: solverTask },
})
export const cancelSolverTask = endpoint('DELETE /api/solver/task/:id', {
  id: 'cancelSolverTask',
  tag,
  summary: 'Cancels a match',
  access: 'member',
  answers: { 204: noContentResponse, 409: refusal },
})

/** One run of the engine for a round, stored with its problem. */
export const matchResult = defineNoun({
  kind: 'matchResult',
  called: ['match', 'matches'],
  readBy: 'own rule',
})
