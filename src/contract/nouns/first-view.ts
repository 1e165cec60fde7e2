import type { SignedInUser } from '../people/account.ts'
import { listApiKeys } from '../people/api-keys.ts'
import { listBulkActs } from '../desk/bulk.ts'
import { readHome } from '../desk/home.ts'
import { readInbox } from '../desk/inbox.ts'
import { readListViews } from '../kit/list-views.ts'
import { balanceEndpoint } from '../desk/lists.ts'
import {
  listUnmatchedProjects,
  listUnmatchedRequirements,
  readMatch,
  readMatchReview,
} from '../round/match.ts'
import { endpointUrl, withQuery } from '../kit/endpoint.ts'
import { listUrl, resourceUrl } from '../kit/noun.ts'
import { NOUNS, reservedCredit } from './nouns.ts'
import { MAX_QUEUE_ROWS, readQueue } from '../desk/queue.ts'
import { readRegistration } from './registration.ts'
import { readRoundReadiness } from '../round/readiness.ts'
import { readResult } from '../round/result.ts'
import { referenceChoices } from '../system/settings.ts'
import { listWebhooks } from './webhooks.ts'

/** Variable parts of the address of a page, by name. */
type PlaceOfPage = Readonly<Record<'id' | 'marketId' | 'roundId', string>>

/** A page with preloaded data. */
export interface PreloadedPage {
  /** Its address; variable parts start with a colon. */
  path: `/${string}`
  /** The part of the program that renders it, as in `web/routes.tsx`. */
  part: `${'pages' | 'sign-in'}/${string}.tsx`
  /** Addresses that it always reads first, whatever its own query. */
  reads?: (place: PlaceOfPage) => readonly string[]
  /** Addresses that it also reads if it has no query. */
  lists?: (place: PlaceOfPage) => readonly string[]
  /** Addresses about the reader's organisation that it also reads. */
  readsOf?: (organisation: NonNullable<SignedInUser['organisation']>, place: PlaceOfPage) => readonly string[]
}

const registry = { registry: true } as const
const project: PreloadedPage['reads'] = ({ id }) => [resourceUrl(NOUNS.project, id)]
const requirement: PreloadedPage['reads'] = ({ id }) => [resourceUrl(NOUNS.requirement, id)]
const choicesOfLists = (): string[] => [
  listUrl(NOUNS.round, { format: 'choices' }),
  listUrl(NOUNS.projectType, { format: 'choices' }),
  endpointUrl(referenceChoices.nca[0], {}),
  endpointUrl(referenceChoices.lpa[0], {}),
  endpointUrl(readListViews, {}),
]

/** Home pages of participants begin with possible actions, and list the reader's things. */
const homeReadsOf: PreloadedPage['readsOf'] = ({ id, type }) => [
  ...(type === 'OPER' ? [] : [resourceUrl(NOUNS.organisation, id)]),
  ...(type === 'PARTICIPANT'
    ? [
        listUrl(NOUNS.project, { supplierId: id, limit: 200 }),
        listUrl(NOUNS.requirement, { buyerId: id, limit: 200 }),
      ]
    : []),
]

/** Pages with preloaded data: the server sends their code and answers with the page. */
export const PRELOADED_PAGES: readonly PreloadedPage[] = [
  {
    path: '/',
    part: 'pages/home.tsx',
    reads: () => [endpointUrl(readHome, {})],
    readsOf: homeReadsOf,
  },
  { path: '/inbox', part: 'pages/inbox.tsx', lists: () => [endpointUrl(readInbox, {})] },
  {
    path: '/queue',
    part: 'pages/queue.tsx',
    reads: () => [
      listUrl(NOUNS.market, { format: 'choices' }),
      listUrl(NOUNS.round, { format: 'choices' }),
      endpointUrl(listBulkActs, {}),
    ],
    lists: () => [endpointUrl(readQueue, { query: { limit: MAX_QUEUE_ROWS } })],
  },
  {
    path: '/programs',
    part: 'pages/programs.tsx',
    reads: () => [endpointUrl(listApiKeys, {}), endpointUrl(listWebhooks, {})],
  },
  {
    path: '/proposals',
    part: 'pages/proposals.tsx',
    reads: () => [listUrl(NOUNS.proposal, { status: ['Waiting'], limit: 200 })],
  },
  { path: '/login', part: 'sign-in/sign-in-page.tsx' },
  {
    path: '/markets',
    part: 'pages/markets.tsx',
    reads: () => [listUrl(NOUNS.market, { limit: 200 })],
  },
  {
    path: '/markets/:marketId/round/:roundId',
    part: 'pages/round.tsx',
    reads: ({ roundId }) => [
      resourceUrl(NOUNS.round, roundId),
      endpointUrl(readMatch, { params: { id: roundId } }),
    ],
    readsOf: ({ type }, { roundId }) => [
      endpointUrl(type === 'OPER' ? readRoundReadiness : readResult, { params: { id: roundId } }),
    ],
  },
  {
    path: '/markets/:marketId/round/:roundId/review',
    part: 'pages/round-review.tsx',
    reads: ({ roundId }) => [
      resourceUrl(NOUNS.round, roundId),
      ...[readMatchReview, listUnmatchedProjects, listUnmatchedRequirements].map(read =>
        endpointUrl(read, { params: { id: roundId } }),
      ),
    ],
  },
  {
    path: '/results/:roundId',
    part: 'pages/result.tsx',
    lists: ({ roundId }) => [endpointUrl(readResult, { params: { id: roundId } })],
  },
  {
    path: '/projects',
    part: 'pages/projects.tsx',
    reads: choicesOfLists,
    lists: () => [listUrl(NOUNS.project, {})],
  },
  { path: '/projects/:id', part: 'pages/project.tsx', reads: project },
  { path: '/projects/:id/check', part: 'pages/check-answers.tsx', reads: project },
  {
    path: '/projects/:id/registered',
    part: 'pages/registered.tsx',
    reads: ({ id }) => [endpointUrl(readRegistration.project, { params: { id } })],
  },
  {
    path: '/credit-requirements',
    part: 'pages/requirements.tsx',
    reads: choicesOfLists,
    lists: () => [listUrl(NOUNS.requirement, {})],
  },
  { path: '/credit-requirements/:id', part: 'pages/requirement.tsx', reads: requirement },
  { path: '/credit-requirements/:id/check', part: 'pages/check-answers.tsx', reads: requirement },
  {
    path: '/credit-requirements/:id/registered',
    part: 'pages/registered.tsx',
    reads: ({ id }) => [endpointUrl(readRegistration.requirement, { params: { id } })],
  },
  {
    path: '/registry/projects',
    part: 'pages/registries.tsx',
    lists: () => [
      listUrl(NOUNS.project, registry),
      listUrl(NOUNS.project, { ...registry, format: 'totals' }),
    ],
    reads: choicesOfLists,
  },
  {
    path: '/registry/credit-requirements',
    part: 'pages/registries.tsx',
    lists: () => [
      listUrl(NOUNS.requirement, registry),
      listUrl(NOUNS.requirement, { ...registry, format: 'totals' }),
    ],
    reads: choicesOfLists,
  },
  ...[NOUNS.credit, reservedCredit].map((noun): PreloadedPage => ({
    path: noun === reservedCredit ? '/registry/reserve' : '/registry/credits',
    part: 'pages/registries.tsx',
    lists: () => [listUrl(noun, registry), withQuery(endpointUrl(balanceEndpoint(noun), {}), registry)],
    reads: () => [listUrl(NOUNS.market, { format: 'choices' }), ...choicesOfLists()],
  })),
  { path: '/registry/projects/:id', part: 'pages/project.tsx', reads: project },
  { path: '/registry/credit-requirements/:id', part: 'pages/requirement.tsx', reads: requirement },
]
