import type { SignedIn } from './account.ts'
import { listApiKeys } from './api-keys.ts'
import { listBulkActs } from './bulk.ts'
import { readHome } from './home.ts'
import { readInbox } from './inbox.ts'
import { readListViews } from './list-views.ts'
import { balanceEndpoint } from './lists.ts'
import { listUnmatchedProjects, listUnmatchedRequirements, readMatch, readMatchReview } from './match.ts'
import { urlOf, withWords } from './endpoint.ts'
import { listUrl, singleUrl } from './noun.ts'
import { NOUNS, reservedCredit } from './nouns.ts'
import { MOST_OF_QUEUE, readQueue } from './queue.ts'
import { readRegistration } from './registration.ts'
import { readResult } from './result.ts'
import { referenceChoices } from './settings.ts'
import { listWebhooks } from './webhooks.ts'

/** What varies in the address of a page, by name. */
type PlaceOfPage = Readonly<Record<'id' | 'marketId' | 'roundId', string>>

/** A page that comes with what it shows first. */
export interface FirstView {
  /** Its address; what varies is named after a colon. */
  path: `/${string}`
  /** The part of the program that draws it, as `web/routes.tsx` fetches it. */
  part: `${'pages' | 'sign-in'}/${string}.tsx`
  /** The addresses that it reads as soon as it is there, whatever follows the question mark of its own. */
  reads?: (place: PlaceOfPage) => readonly string[]
  /** What it reads besides where nothing follows the question mark. */
  lists?: (place: PlaceOfPage) => readonly string[]
  /** What it reads besides of the organisation that the reader acts for. */
  readsOf?: (organisation: NonNullable<SignedIn['organisation']>, place: PlaceOfPage) => readonly string[]
}

const registry = { registry: true } as const
const project: FirstView['reads'] = ({ id }) => [singleUrl(NOUNS.project, id)]
const requirement: FirstView['reads'] = ({ id }) => [singleUrl(NOUNS.requirement, id)]
const choicesOfLists = (): string[] => [
  listUrl(NOUNS.round, { format: 'choices' }),
  listUrl(NOUNS.projectType, { format: 'choices' }),
  urlOf(referenceChoices.nca[0], {}),
  urlOf(referenceChoices.lpa[0], {}),
  urlOf(readListViews, {}),
]

/** The homes of those who take part begin with what they may do, and list what they have. */
const homeReadsOf: FirstView['readsOf'] = ({ id, type }) => [
  ...(type === 'OPER' ? [] : [singleUrl(NOUNS.organisation, id)]),
  ...(type === 'PARTICIPANT'
    ? [
        listUrl(NOUNS.project, { supplierId: id, limit: 200 }),
        listUrl(NOUNS.requirement, { buyerId: id, limit: 200 }),
      ]
    : []),
]

/** The pages that come with what they show first: the server sends their parts and answers along with the address. */
export const FIRST_VIEWS: readonly FirstView[] = [
  {
    path: '/',
    part: 'pages/home.tsx',
    reads: () => [urlOf(readHome, {})],
    readsOf: homeReadsOf,
  },
  { path: '/inbox', part: 'pages/inbox.tsx', lists: () => [urlOf(readInbox, {})] },
  {
    path: '/queue',
    part: 'pages/queue.tsx',
    reads: () => [
      listUrl(NOUNS.market, { format: 'choices' }),
      listUrl(NOUNS.round, { format: 'choices' }),
      urlOf(listBulkActs, {}),
    ],
    lists: () => [urlOf(readQueue, { query: { limit: MOST_OF_QUEUE } })],
  },
  {
    path: '/programs',
    part: 'pages/programs.tsx',
    reads: () => [urlOf(listApiKeys, {}), urlOf(listWebhooks, {})],
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
    reads: ({ roundId }) => [singleUrl(NOUNS.round, roundId), urlOf(readMatch, { params: { id: roundId } })],
    readsOf: ({ type }, { roundId }) =>
      type === 'OPER' ? [] : [urlOf(readResult, { params: { id: roundId } })],
  },
  {
    path: '/markets/:marketId/round/:roundId/review',
    part: 'pages/round-review.tsx',
    reads: ({ roundId }) => [
      singleUrl(NOUNS.round, roundId),
      ...[readMatchReview, listUnmatchedProjects, listUnmatchedRequirements].map(read =>
        urlOf(read, { params: { id: roundId } }),
      ),
    ],
  },
  {
    path: '/results/:roundId',
    part: 'pages/result.tsx',
    lists: ({ roundId }) => [urlOf(readResult, { params: { id: roundId } })],
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
    reads: ({ id }) => [urlOf(readRegistration.project, { params: { id } })],
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
    reads: ({ id }) => [urlOf(readRegistration.requirement, { params: { id } })],
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
  ...[NOUNS.credit, reservedCredit].map((noun): FirstView => ({
    path: noun === reservedCredit ? '/registry/reserve' : '/registry/credits',
    part: 'pages/registries.tsx',
    lists: () => [listUrl(noun, registry), withWords(urlOf(balanceEndpoint(noun), {}), registry)],
    reads: () => [listUrl(NOUNS.market, { format: 'choices' }), ...choicesOfLists()],
  })),
  { path: '/registry/projects/:id', part: 'pages/project.tsx', reads: project },
  { path: '/registry/credit-requirements/:id', part: 'pages/requirement.tsx', reads: requirement },
]
