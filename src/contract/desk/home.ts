import { z } from 'zod'
import type { Kind } from '#domain/disclosure/entities'
import { ORGANISATION_TYPES } from '#domain/people/organisation'
import { authorityRow } from '../people/authority.ts'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { participationRow } from '../round/participation.ts'
import { searchHit, listPage, nextStep, nextSteps } from '../kit/resource.ts'
import { nextInstalment } from '../money/money.ts'
import { resultSummary } from '../round/result.ts'
import { roundRow } from '../round/round.ts'
import { clientTasks, upcomingDate } from './client-tasks.ts'
import { ownEstimate } from './saved-estimate.ts'
import { money, idAndName, proceeds } from '../kit/values.ts'

const tag = 'Home'

/** Position of an organisation: the reader's own, or a client. */
const standing = z
  .object({
    organisation: idAndName,
    state: z
      .string()
      .meta({ description: 'Sentence about its projects and requirements in rounds and their progress' }),
    offered: money
      .nullable()
      .meta({ description: 'Total of its sealed offers; null if you may not see them' }),
    bid: money.nullable().meta({ description: 'Total of its sealed bids; null if you may not see them' }),
    receives: money.meta({ description: 'Pounds, from the results of settled rounds' }),
    proceeds: proceeds.nullable(),
    pays: money.meta({ description: 'Pounds, from the results of settled rounds' }),
  })
  .meta({ id: 'Standing' })
export type RoundStanding = z.infer<typeof standing>

/** A step of setting up a market. */
const firstStep = nextStep.extend({ done: z.boolean() }).meta({ id: 'FirstStep' })
export type SetupStep = z.infer<typeof firstStep>

/** Home page of a signed-in person; agents see their clients. */
export const homeView = z
  .object({
    greeting: z.string(),
    organisation: idAndName.extend({ type: z.enum(ORGANISATION_TYPES) }).nullable(),
    state: z.string().meta({ description: 'Sentence about your current position' }),
    money: z.array(z.object({ what: z.string(), amount: money })).meta({
      description:
        'For the market operator: totals of the most urgent round, once amounts are no longer sealed, and of the books of money',
    }),
    paid: money.meta({
      description: 'Pounds that your organisation has paid, by the statements of the bank',
    }),
    received: money.meta({ description: 'Pounds that have been paid to your organisation' }),
    nextPaid: nextInstalment.meta({ description: 'What your organisation pays next by the payment terms' }),
    nextReceived: nextInstalment.meta({
      description: 'What your organisation receives next by the payment terms',
    }),
    standings: z.array(standing).meta({
      description: 'Position of your organisation, or of each client if you are an agent; empty for others',
    }),
    area: z
      .array(z.object({ of: z.enum(['project', 'requirement']), status: z.string(), count: z.int() }))
      .meta({ description: 'Projects and requirements in your area by status; for planning authorities' }),
    begin: z
      .array(firstStep)
      .meta({ description: 'Steps to set up a market; for its operator, until they are done' }),
    results: z
      .array(resultSummary)
      .meta({ description: 'Results of settled rounds that you have not dismissed' }),
    next: nextSteps,
    overdue: z.int().meta({
      description:
        'Number of overdue steps; for the market operator, and for a planning authority in its area',
    }),
    estimates: z
      .array(ownEstimate)
      .meta({ description: 'Estimates that your organisation saved before it signed up' }),
    clientTasks: z.array(clientTasks).meta({ description: 'What you can do for each client; for agents' }),
    dates: z
      .array(upcomingDate)
      .meta({ description: 'Dates of your clients and their rounds in the next 90 days; for agents' }),
    rounds: z.array(roundRow),
    participations: z.array(participationRow),
    clients: z.array(authorityRow),
  })
  .meta({ id: 'Home' })
export type HomeView = z.infer<typeof homeView>

export const readHome = endpoint('GET /api/home', {
  id: 'readHome',
  tag,
  summary: 'Home page: your next steps, with links',
  access: 'member',
  answers: { 200: homeView },
})
/** Search results: long lists are shortened, and very long ones are not counted to the end. */
const searchAnswer = listPage(searchHit).extend({
  isMore: z
    .boolean()
    .meta({ description: 'True if there are more than `total`: at most 500 of each kind are counted' }),
})
export type SearchResults = z.infer<typeof searchAnswer>

export const search = endpoint('GET /api/search/:term', {
  id: 'search',
  tag,
  summary:
    'Search by name, serial, planning or grid reference, place or CSV ID; for the market operator also people by email address',
  access: 'member',
  answers: { 200: searchAnswer },
})

/** A changed subject: enough to fetch it again, without its content. */
export interface ChangedRecord {
  kind: Kind
  id: string
  version: number
}

export const readEvents = endpoint('GET /api/events', {
  id: 'readEvents',
  tag,
  summary: 'Server-sent events of { kind, id, version } about changes that you may see',
  access: 'member',
  answers: { 200: mediaAnswer({ 'text/event-stream': z.string() }) },
})
