import { z } from 'zod'
import { CERTAINTIES } from '@credit-market/matching/problem/match-solution'
import { PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { endpoint, mediaAnswer, noContentResponse } from '../kit/endpoint.ts'
import { itemResult } from './item-result.ts'
import { roundOfItem } from './round.ts'
import { day, id, instant, money, idAndName, idAndNameList, proceeds } from '../kit/values.ts'

const tag = 'Results'

/** Page of a result: the reader's own, or that of another organisation which the reader may see. */
export const resultPageAddress = (roundId: string, organisationId?: string): string =>
  `/results/${encodeURIComponent(roundId)}${organisationId === undefined ? '' : `?for=${encodeURIComponent(organisationId)}`}`

const counted = z.object({ won: z.int(), of: z.int() })

/** Summary of a settled round for one organisation. */
export const resultSummary = z
  .object({
    round: roundOfItem,
    settledAt: instant.nullable(),
    organisation: idAndName,
    isOwn: z.boolean().meta({ description: 'True if it is your own organisation' }),
    sentences: z.array(z.string()).meta({
      description: 'Result in sentences: addressed to the organisation, or with its name for other readers',
    }),
    projects: counted,
    requirements: counted,
    payment: money.meta({ description: 'Payment in pounds; positive if paid, negative if received' }),
    proceeds: proceeds.nullable(),
  })
  .meta({ id: 'ResultHead' })
export type ResultSummary = z.infer<typeof resultSummary>

/** A step after settlement: what happens, who acts, and the date if known. */
export const followUpStep = z.object({
  text: z.string(),
  by: z.enum(['owner', 'operator']),
  day: day.nullable(),
  state: z.enum(['done', 'now', 'later']),
})
export type FollowUpStepView = z.infer<typeof followUpStep>

/** A round that accepts losing things, with its dates. */
const furtherRound = idAndName.extend({
  market: idAndName,
  start: day.nullable(),
  end: day.nullable(),
  takesPart: z.boolean().meta({ description: 'True if the owner already takes part in it' }),
})
export type FurtherRound = z.infer<typeof furtherRound>

const resultItem = itemResult
  .omit({ surplusOfRound: true })
  .extend({
    of: z.enum(['project', 'requirement']),
    id,
    name: z.string(),
    status: z.union([z.enum(PROJECT_STATUSES), z.enum(REQUIREMENT_STATUSES)]),
    amount: money.meta({ description: 'Bid, or offer without the costs, in pounds' }),
    costs: money,
    steps: z.array(followUpStep),
    rounds: z
      .array(furtherRound)
      .meta({ description: 'Open or announced rounds for an item that did not win' }),
  })
  .meta({ id: 'ResultItem' })
export type ResultItem = z.infer<typeof resultItem>

export const resultView = resultSummary
  .extend({
    on: day.meta({ description: 'Date of the answer' }),
    organisations: idAndNameList.meta({
      description: 'Organisations whose results in this round you may see',
    }),
    bids: money.meta({ description: 'Total of its winning bids, in pounds' }),
    offers: money.meta({ description: 'Total of its winning offers, without the costs, in pounds' }),
    costs: money,
    share: money.meta({ description: 'Share of the surplus, in pounds' }),
    certainty: z.enum(CERTAINTIES),
    halfWidth: money,
    items: z.array(resultItem),
    isPublished: z
      .boolean()
      .meta({ description: 'True if the match of the round is published, so that anyone can check it' }),
    isDismissed: z.boolean().meta({ description: 'True if you have dismissed it from your home page' }),
  })
  .meta({ id: 'Result' })
export type ResultView = z.infer<typeof resultView>

/** Formats of a statement. */
const STATEMENT_FORMATS = ['html', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

export const readResult = endpoint('GET /api/round/:id/result', {
  id: 'readResult',
  tag,
  summary:
    'Result of a round for one organisation: yours, a client’s, or for the market operator any; with a format, a statement to download',
  access: 'member',
  byKey: 'read',
  query: z.object({ organisationId: id.optional(), format: z.enum(STATEMENT_FORMATS).optional() }),
  answers: {
    200: mediaAnswer({ 'application/json': resultView, 'text/html': z.string(), 'text/csv': z.string() }),
  },
})
export const dismissResult = endpoint('POST /api/round/:id/result/dismiss', {
  id: 'dismissResult',
  tag,
  summary: 'Dismisses a result from your home page',
  access: 'member',
  body: z.object({ organisationId: id }),
  answers: { 204: noContentResponse },
})
