/* Slips that the compiler must refuse: a card, a listing or an answer that is not what it is said to be. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as card from '#contract/columns/column'
import { endpoint } from '#contract/endpoint'
import { flag, noun, oneOf } from '#contract/noun'
import { resourceOf, rowOf } from '#contract/resource'
import { maybeText } from '#contract/values'
import { serve } from '#server/http/serve'
import type { Listing } from '#server/views/lists/listing'
import { byId, text } from '#server/views/lists/filters'

const described = z.object({ name: z.string(), note: maybeText })

/** Takes two fields, answers two. */
const rename = endpoint('POST /api/thing/:id', {
  id: 'renameThing',
  tag: 'Things',
  summary: 'Renames a thing',
  access: 'member',
  query: z.object({ loudly: flag.optional() }),
  body: z.object({ name: z.string() }),
  answers: { 200: described },
})

/** What a handler is given, and what it answers. */
export const handlers = (app: FastifyInstance) => {
  serve(app, rename, ({ params, query, body }) => ({
    name: query.loudly ? body.name.toUpperCase() : body.name,
    note: params.id,
  }))
  // @ts-expect-error: the answer has a note as well
  serve(app, rename, ({ body }) => ({ name: body.name }))
  // @ts-expect-error: a note is a text
  serve(app, rename, ({ body }) => ({ name: body.name, note: 17 }))
  // @ts-expect-error: it is not declared that nothing may be answered
  serve(app, rename, () => undefined)
  // @ts-expect-error: no other media are declared, so the handler may not write the reply itself
  serve(app, rename, ({ reply }) => reply.code(202).send('later'))
  // @ts-expect-error: the body has no nickname
  serve(app, rename, ({ body }) => ({ name: body.nickname, note: null }))
  // @ts-expect-error: the path has no round
  serve(app, rename, ({ body, params }) => ({ name: body.name, note: params.roundId }))
  // @ts-expect-error: the query has no word quietly
  serve(app, rename, ({ body, query }) => ({ name: body.name, note: query.quietly ? 'quiet' : null }))
}

const AUTHORITY = {
  kind: 'agentAuthority',
  called: ['agent authority', 'agent authorities'],
  readBy: 'own rule',
} as const
const Pending = { label: 'Pending', tone: 'warn' } as const
const Approved = { label: 'Approved', tone: 'good' } as const
const Rejected = { label: 'Rejected', tone: 'bad' } as const

/** What a card says of a noun. */
export const cards = [
  noun({ ...AUTHORITY, owner: 'clientId', statuses: { Pending, Approved, Rejected } }),
  // @ts-expect-error: the status Rejected is missing
  noun({ ...AUTHORITY, statuses: { Pending, Approved } }),
  // @ts-expect-error: an authority is never Settled
  noun({ ...AUTHORITY, statuses: { Pending, Approved, Rejected, Settled: Approved } }),
  // @ts-expect-error: ownerId is no column of an authority
  noun({ ...AUTHORITY, owner: 'ownerId' }),
  // @ts-expect-error: marketId is no column of an authority
  noun({ ...AUTHORITY, parents: [['market', 'marketId']] }),
  // @ts-expect-error: a card says who owns by owner
  noun({ ...AUTHORITY, ownedBy: 'clientId' }),
  // @ts-expect-error: there is no tone green
  noun({ ...AUTHORITY, statuses: { Pending, Approved, Rejected: { label: 'Rejected', tone: 'green' } } }),
]

/** What a column of a noun is used for. */
export const columns = [
  card.columnsOf('project', {
    gainSiteRef: card.text('Gain site', { row: true, public: true, search: true }),
  }),
  card.columnsOf('project', { type: card.relation('Type', 'projectType', { sort: true }) }),
  // @ts-expect-error: a project has no column gainSiteReference
  card.columnsOf('project', { gainSiteReference: card.text('Gain site', { row: true }) }),
  // @ts-expect-error: a named thing is stored by its id, and a project has no startId
  card.columnsOf('project', { start: card.relation('Start', 'projectType', { row: true }) }),
  // @ts-expect-error: when an offer was made is sealed, so a card does not copy it
  card.columnsOf('project', { offeredAt: card.day('Offered', { row: true }) }),
  // @ts-expect-error: an order by what is sealed would tell it
  card.columnsOf('requirement', { bidAt: card.day('Bid', { sort: true }) }),
  // @ts-expect-error: the public register shows no amount
  card.columnsOf('project', { offer: card.amount('Offer (GBP)', { public: true }) }),
  // @ts-expect-error: a column is not used by tables, but by lists
  card.columnsOf('project', { gainSiteRef: card.text('Gain site', { row: true, table: true }) }),
]

const listed = noun({
  kind: 'market',
  called: ['market', 'markets'],
  readBy: 'everybody',
  list: 'markets',
  row: z.object({ ...rowOf, name: z.string() }),
  view: z.object(resourceOf('market')),
  filters: { id: oneOf(['levels', 'solent']), name: flag },
  sorts: ['name', 'description'],
})
const listing = { noun: listed, defaultSort: 'name', searchColumns: [], rows: () => [], columns: [] } as const
const filters = { id: byId('market.id'), name: byId('market.name') }
const sorts = { name: text('market.name'), description: text('market.description') }
const rowsOf = (id: string) => [{ id, links: { self: `/api/market/${id}` }, name: 'Solent' }]

/** How the list of a card is read. */
export const listings: readonly Listing<typeof listed>[] = [
  { ...listing, filters, sorts, rows: () => rowsOf('solent') },
  // @ts-expect-error: the card has a filter by name
  { ...listing, sorts, filters: { id: filters.id } },
  // @ts-expect-error: the card has an order by description
  { ...listing, filters, sorts: { name: sorts.name } },
  // @ts-expect-error: the card has no order by size
  { ...listing, filters, sorts, defaultSort: 'size' },
  // @ts-expect-error: a row has a name
  { ...listing, filters, sorts, rows: () => [{ id: 'solent', links: { self: '/api/market/solent' } }] },
  // @ts-expect-error: a market has no column size
  { ...listing, filters, sorts, reads: ['size'] },
]
