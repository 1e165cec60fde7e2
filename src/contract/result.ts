import { z } from 'zod'
import { CERTAINTIES } from '#domain/match-solution'
import { PROJECT_STATUSES } from '#domain/project'
import { REQUIREMENT_STATUSES } from '#domain/requirement'
import { endpoint, media, none } from './endpoint.ts'
import { itemResult } from './item-result.ts'
import { roundOfItem } from './round.ts'
import { day, id, instant, money, named, namedList, proceeds } from './values.ts'

const tag = 'Results'

/** The page of a result: the reader's own, or that of another organisation which it may read. */
export const resultAddress = (roundId: string, organisationId?: string): string =>
  `/results/${encodeURIComponent(roundId)}${organisationId === undefined ? '' : `?for=${encodeURIComponent(organisationId)}`}`

const counted = z.object({ won: z.int(), of: z.int() })

/** What a settled round means for one organisation, in short. */
export const resultHead = z
  .object({
    round: roundOfItem,
    settledAt: instant.nullable(),
    organisation: named,
    isOwn: z.boolean().meta({ description: 'Is it the organisation of the reader itself?' }),
    sentences: z
      .array(z.string())
      .meta({ description: 'To the organisation itself, or by its name to others' }),
    projects: counted,
    requirements: counted,
    payment: money.meta({ description: 'Positive is paid, negative is received; pounds' }),
    proceeds: proceeds.nullable(),
  })
  .meta({ id: 'ResultHead' })
export type ResultHead = z.infer<typeof resultHead>

/** A step after settlement: what happens, who is to act, and by when where that is known. */
export const afterStep = z.object({
  text: z.string(),
  by: z.enum(['owner', 'operator']),
  day: day.nullable(),
  state: z.enum(['done', 'now', 'later']),
})
export type AfterStep = z.infer<typeof afterStep>

/** A round that takes what lost, with the days on which it does. */
const furtherRound = named.extend({
  market: named,
  start: day.nullable(),
  end: day.nullable(),
  takesPart: z.boolean().meta({ description: 'Is the owner registered there already?' }),
})
export type FurtherRound = z.infer<typeof furtherRound>

const resultItem = itemResult
  .omit({ surplusOfRound: true })
  .extend({
    of: z.enum(['project', 'requirement']),
    id,
    name: z.string(),
    status: z.union([z.enum(PROJECT_STATUSES), z.enum(REQUIREMENT_STATUSES)]),
    amount: money.meta({ description: 'The bid, or the offer without the costs; pounds' }),
    costs: money,
    steps: z.array(afterStep),
    rounds: z
      .array(furtherRound)
      .meta({ description: 'Of what lost: the open or announced rounds that take it' }),
  })
  .meta({ id: 'ResultItem' })
export type ResultItem = z.infer<typeof resultItem>

export const resultView = resultHead
  .extend({
    on: day.meta({ description: 'The day for which it is told' }),
    organisations: namedList.meta({ description: 'Whose results in this round the reader may read' }),
    bids: money.meta({ description: 'What it bid for what it won' }),
    offers: money.meta({ description: 'What it offered with what it won, without the costs' }),
    costs: money,
    share: money.meta({ description: 'Of the surplus' }),
    certainty: z.enum(CERTAINTIES),
    halfWidth: money,
    items: z.array(resultItem),
    isPublished: z.boolean().meta({ description: 'May anybody check the match of the round?' }),
    isDismissed: z.boolean().meta({ description: 'Has the reader put it away from the first page?' }),
  })
  .meta({ id: 'Result' })
export type ResultView = z.infer<typeof resultView>

/** The forms in which a statement leaves. */
const STATEMENT_FORMATS = ['html', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

export const readResult = endpoint('GET /api/round/:id/result', {
  id: 'readResult',
  tag,
  summary:
    "What a round means for one organisation: the reader's own, a client's, or to the operator any; with a format a statement to keep",
  access: 'member',
  byKey: 'read',
  query: z.object({ organisationId: id.optional(), format: z.enum(STATEMENT_FORMATS).optional() }),
  answers: {
    200: media({ 'application/json': resultView, 'text/html': z.string(), 'text/csv': z.string() }),
  },
})
export const dismissResult = endpoint('POST /api/round/:id/result/dismiss', {
  id: 'dismissResult',
  tag,
  summary: 'Puts a result away from the first page of the reader',
  access: 'member',
  body: z.object({ organisationId: id }),
  answers: { 204: none },
})
