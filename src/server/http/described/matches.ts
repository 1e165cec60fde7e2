import { z } from 'zod'
import { GROUP_TYPES } from '#domain/group'
import type { ActionForm, Done } from '#domain/wire/form'
import type { MatchReview, MatchView, SolverTask, UnmatchedItem } from '#domain/wire/match'
import { actions, day, id, instant, money, named, resource, units } from './general.ts'
import { creditType, lossReason } from './items.ts'

export const solverTask = z
  .object({
    id,
    roundId: id,
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    phase: z.enum(['building', 'solving', 'pricing', 'explaining']).nullable(),
    progress: z.number(),
    surplus: money.nullable(),
    bound: money.nullable(),
    gap: z.number().nullable(),
    winners: z.int().nullable(),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'SolverTask' }) satisfies z.ZodType<SolverTask>

export const match = z
  .object({
    resultId: id,
    surplus: money,
    rule: z.string(),
    ruleVersion: z.string(),
    proven: z.boolean(),
    exact: z.boolean(),
    shareHalfWidth: money.nullable(),
    solver: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    problemHash: z.string(),
    solutionHash: z.string(),
    startedAt: instant,
    finishedAt: instant.nullable(),
    tie: z.object({ decidedBy: z.int(), alternatives: z.int(), note: z.string() }),
    totals: z.array(z.object({ creditType, supplied: units, demanded: units, sold: units, reserved: units })),
    organisations: z.array(named.extend({ value: money, share: money, payment: money, halfWidth: money })),
    totalPaid: money,
    totalReceived: money,
  })
  .meta({ id: 'Match' }) satisfies z.ZodType<MatchView>

const reviewItem = named
  .extend({
    organisation: named,
    won: z.boolean(),
    amount: money,
    costs: money,
    value: money,
    share: money,
    payment: money,
    reason: lossReason.nullable(),
    sentence: z.string(),
    critical: money.nullable(),
    percent: z.number(),
    ongoingOnly: z.boolean(),
    group: named.nullable(),
    payAsBid: money,
    vcg: money.nullable(),
    addedToOthers: money.nullable(),
    bindingSupply: z.array(named),
  })
  .meta({ id: 'ReviewItem' })

export const matchReview = z
  .object({
    match,
    projects: z.array(reviewItem),
    requirements: z.array(reviewItem),
    flows: z.array(
      z.object({
        project: named,
        requirement: named,
        serviceId: id,
        service: z.string(),
        creditType,
        start: day,
        end: day.nullable(),
        units,
        reserved: units,
      }),
    ),
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
        byCreditType: z.array(z.object({ creditType, units })),
      })
      .nullable(),
    warnings: z.array(z.string()),
    previous: z
      .object({ finishedAt: instant, surplus: money, winners: z.int(), changed: z.array(z.string()) })
      .nullable(),
  })
  .meta({ id: 'MatchReview' }) satisfies z.ZodType<MatchReview>

export const unmatchedItem = named
  .extend({ organisation: named, reason: lossReason, sentence: z.string(), critical: money.nullable() })
  .meta({ id: 'UnmatchedItem' }) satisfies z.ZodType<UnmatchedItem>

const anything = z.record(z.string(), z.unknown())
const actionLink = z.object({ id, links: z.object({ self: z.string() }) }).meta({ id: 'ActionLink' })
const text = z.string().nullable()

export const actionForm = z
  .object({
    id,
    title: z.string(),
    actionLabel: z.string(),
    description: text,
    groups: z.array(
      z.object({
        id,
        label: z.string(),
        description: text,
        fieldIds: z.array(z.string()),
        defaultOpen: z.boolean(),
      }),
    ),
    fields: z.array(
      z.object({
        id,
        label: z.string(),
        type: z.string(),
        optional: z.boolean(),
        readonly: z.boolean(),
        hint: text,
        prefix: text,
        suffix: text,
        rows: z.int().nullable(),
        accept: z.array(z.string()).nullable(),
        multiple: z.boolean(),
        autocomplete: text,
        source: text,
        ifBlank: text,
      }),
    ),
    values: anything,
    options: z.record(z.string(), z.array(named)),
    settings: anything,
    declarations: z.array(
      z.object({ id, name: z.string(), declaration: z.string(), category: z.string(), roundId: id }),
    ),
    steps: z.array(z.object({ id, title: z.string(), current: z.boolean() })),
    given: anything,
    subject: anything,
    version: z.int(),
    cannotCancel: z.boolean(),
    previous: actionLink.nullable(),
  })
  .meta({ id: 'ActionForm' }) satisfies z.ZodType<Omit<ActionForm, 'given'>>

export const submission = z
  .object({ values: anything, version: z.int().optional(), preview: z.boolean().optional() })
  .meta({ id: 'Submission' })

export const done = z
  .object({
    message: z.string(),
    nextAction: actionLink.nullable(),
    context: z.looseObject({ ...resource, actions }),
    preview: z
      .object({
        sentences: z.array(z.string()).readonly(),
        files: z.record(z.string(), z.object({ id, name: z.string() })),
      })
      .optional(),
  })
  .meta({ id: 'Done' }) satisfies z.ZodType<Done>
