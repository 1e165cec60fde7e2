/* Mistakes that the compiler must refuse: a card, a listing or an answer that does not match its type. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as card from '#contract/columns/column'
import { endpoint } from '#contract/kit/endpoint'
import { booleanFilter, defineNoun, choiceFilter } from '#contract/kit/noun'
import { resourceFields, rowFields } from '#contract/kit/resource'
import { nullableText } from '#contract/kit/values'
import { mountEndpoint } from '#server/http/serve'
import type { Listing } from '#server/views/listing/listing'
import { idFilter, textSort } from '#server/views/listing/filters'

const described = z.object({ name: z.string(), note: nullableText })

/** Takes two fields, returns two. */
const rename = endpoint('POST /api/thing/:id', {
  id: 'renameThing',
  tag: 'Things',
  summary: 'Renames a thing',
  access: 'member',
  query: z.object({ loudly: booleanFilter.optional() }),
  body: z.object({ name: z.string() }),
  answers: { 200: described },
})

/** The input of a handler, and its answer. */
export const typedHandlers = (app: FastifyInstance) => {
  mountEndpoint(app, rename, ({ params, query, body }) => ({
    name: query.loudly ? body.name.toUpperCase() : body.name,
    note: params.id,
  }))
  // @ts-expect-error: the answer also has a note
  mountEndpoint(app, rename, ({ body }) => ({ name: body.name }))
  // @ts-expect-error: a note is a text
  mountEndpoint(app, rename, ({ body }) => ({ name: body.name, note: 17 }))
  // @ts-expect-error: an empty answer is not declared
  mountEndpoint(app, rename, () => undefined)
  // @ts-expect-error: no other media are declared, so the handler must not write the reply itself
  mountEndpoint(app, rename, ({ reply }) => reply.code(202).send('later'))
  // @ts-expect-error: the body has no nickname
  mountEndpoint(app, rename, ({ body }) => ({ name: body.nickname, note: null }))
  // @ts-expect-error: the path has no round
  mountEndpoint(app, rename, ({ body, params }) => ({ name: body.name, note: params.roundId }))
  // @ts-expect-error: the query has no word quietly
  mountEndpoint(app, rename, ({ body, query }) => ({ name: body.name, note: query.quietly ? 'quiet' : null }))
}

const AUTHORITY = {
  kind: 'agentAuthority',
  called: ['agent authority', 'agent authorities'],
  readBy: 'own rule',
} as const
const Pending = { label: 'Pending', tone: 'warn' } as const
const Approved = { label: 'Approved', tone: 'good' } as const
const Rejected = { label: 'Rejected', tone: 'bad' } as const

/** The card of a noun. */
export const typedCards = [
  defineNoun({ ...AUTHORITY, owner: 'clientId', statuses: { Pending, Approved, Rejected } }),
  // @ts-expect-error: the status Rejected is missing
  defineNoun({ ...AUTHORITY, statuses: { Pending, Approved } }),
  // @ts-expect-error: an authority is never Settled
  defineNoun({ ...AUTHORITY, statuses: { Pending, Approved, Rejected, Settled: Approved } }),
  // @ts-expect-error: ownerId is no column of an authority
  defineNoun({ ...AUTHORITY, owner: 'ownerId' }),
  // @ts-expect-error: marketId is no column of an authority
  defineNoun({ ...AUTHORITY, parents: [['market', 'marketId']] }),
  // @ts-expect-error: a card names the owner as owner
  defineNoun({ ...AUTHORITY, ownedBy: 'clientId' }),
  defineNoun({
    ...AUTHORITY,
    // @ts-expect-error: there is no tone green
    statuses: { Pending, Approved, Rejected: { label: 'Rejected', tone: 'green' } },
  }),
]

/** The uses of a noun’s column. */
export const typedColumns = [
  card.defineColumns('project', {
    gainSiteRef: card.textColumn('Gain site', { row: true, public: true, search: true }),
  }),
  card.defineColumns('project', { type: card.relationColumn('Type', 'projectType', { sort: true }) }),
  // @ts-expect-error: a project has no column gainSiteReference
  card.defineColumns('project', { gainSiteReference: card.textColumn('Gain site', { row: true }) }),
  // @ts-expect-error: a relation is stored by its id, and a project has no startId
  card.defineColumns('project', { start: card.relationColumn('Start', 'projectType', { row: true }) }),
  // @ts-expect-error: the time of an offer is sealed, so a card does not copy it
  card.defineColumns('project', { offeredAt: card.dateColumn('Offered', { row: true }) }),
  // @ts-expect-error: sorting by a sealed value would reveal it
  card.defineColumns('requirement', { bidAt: card.dateColumn('Bid', { sort: true }) }),
  // @ts-expect-error: the public register shows no amount
  card.defineColumns('project', { offer: card.amountColumn('Offer (GBP)', { public: true }) }),
  // @ts-expect-error: columns are used by lists, not by tables
  card.defineColumns('project', { gainSiteRef: card.textColumn('Gain site', { row: true, table: true }) }),
]

const listed = defineNoun({
  kind: 'market',
  called: ['market', 'markets'],
  readBy: 'everyone',
  list: 'markets',
  row: z.object({ ...rowFields, name: z.string() }),
  view: z.object(resourceFields('market')),
  filters: { id: choiceFilter(['levels', 'solent']), name: booleanFilter },
  sorts: ['name', 'description'],
})
const listing = { noun: listed, defaultSort: 'name', searchColumns: [], rows: () => [], columns: [] } as const
const filters = { id: idFilter('market.id'), name: idFilter('market.name') }
const sorts = { name: textSort('market.name'), description: textSort('market.description') }
const rowsOf = (id: string) => [{ id, links: { self: `/api/market/${id}` }, name: 'Solent' }]

/** The listing of a card. */
export const typedListings: readonly Listing<typeof listed>[] = [
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
