import { z } from 'zod'
import type { Kind } from '#domain/entities'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { authorityRow } from './authority.ts'
import { endpoint, media } from './endpoint.ts'
import { participationRow } from './participation.ts'
import { found, listOf, nextThing, nextThings } from './resource.ts'
import { resultHead } from './result.ts'
import { roundRow } from './round.ts'
import { money, named, proceeds } from './values.ts'

const tag = 'Home'

/** Where an organisation stands: the reader's own, or that of a client. */
const standing = z
  .object({
    organisation: named,
    state: z.string().meta({ description: 'What it has in rounds and how far that is, in a sentence' }),
    offered: money
      .nullable()
      .meta({ description: 'Its sealed offers in all; null where the reader may not know them' }),
    bid: money
      .nullable()
      .meta({ description: 'Its sealed bids in all; null where the reader may not know them' }),
    receives: money.meta({ description: 'By the results of settled rounds' }),
    proceeds: proceeds.nullable(),
    pays: money.meta({ description: 'By the results of settled rounds' }),
  })
  .meta({ id: 'Standing' })
export type Standing = z.infer<typeof standing>

/** A step of setting up a market. */
const firstStep = nextThing.extend({ done: z.boolean() }).meta({ id: 'FirstStep' })
export type FirstStep = z.infer<typeof firstStep>

/** What a signed-in person sees first; an agent with its clients. */
export const homeView = z
  .object({
    greeting: z.string(),
    organisation: named.extend({ type: z.enum(ORGANISATION_TYPES) }).nullable(),
    state: z.string().meta({ description: 'Where the reader stands, in a sentence' }),
    money: z.array(z.object({ what: z.string(), amount: money })).meta({
      description: 'Of the round that presses most, to the market operator once it may know amounts',
    }),
    standings: z
      .array(standing)
      .meta({ description: 'Of the own organisation, or of each client; of nobody to others' }),
    area: z
      .array(z.object({ of: z.enum(['project', 'requirement']), status: z.string(), count: z.int() }))
      .meta({ description: 'What lies in the area, by how far it is; to planning authorities' }),
    begin: z
      .array(firstStep)
      .meta({ description: 'How a market is set up, to its operator until that is done' }),
    results: z.array(resultHead).meta({ description: 'Of settled rounds, until they are put away' }),
    next: nextThings,
    overdue: z.int().meta({
      description:
        'How many steps are past their day, to the market operator and, in its area, to a planning authority',
    }),
    rounds: z.array(roundRow),
    participations: z.array(participationRow),
    clients: z.array(authorityRow),
  })
  .meta({ id: 'Home' })
export type HomeView = z.infer<typeof homeView>

export const readHome = endpoint('GET /api/home', {
  id: 'readHome',
  tag,
  summary: 'What to do next, and where',
  access: 'member',
  answers: { 200: homeView },
})
/** What a search found: where there are many, neither all that is shown nor all that is counted. */
const searchAnswer = listOf(found).extend({
  isMore: z.boolean().meta({ description: 'More were found than `total`: of each kind 500 are counted' }),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

export const search = endpoint('GET /api/search/:term', {
  id: 'search',
  tag,
  summary:
    'Things by name, serial, planning or grid reference, place, CSV ID and, for the market operator, people by e-mail address',
  access: 'member',
  answers: { 200: searchAnswer },
})

/** A subject that has changed: enough to fetch it again, nothing of what it holds. */
export interface RecordChange {
  kind: Kind
  id: string
  version: number
}

export const readEvents = endpoint('GET /api/events', {
  id: 'readEvents',
  tag,
  summary: 'Server-sent events of { kind, id, version }, of the subjects that the reader may see',
  access: 'member',
  answers: { 200: media({ 'text/event-stream': z.string() }) },
})
