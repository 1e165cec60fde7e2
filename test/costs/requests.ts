import type { Request } from './counted-server.ts'

const OPERATOR = 'operator'
const SUPPLIER = 'fallowmarten.su22'
const BUYER = 'alba.bu01'
const BIDDER = 'linus.bu12'
const AGENT = 'bram'
const AUTHORITY = 'lpa.somerset'
const VISITOR = null

/** The addresses of the API that pages read most, by the person who reads them. */
const READ: readonly (readonly [user: string | null, ...urls: string[]])[] = [
  [
    OPERATOR,
    '/api/auth/user',
    '/api/home',
    '/api/inbox',
    '/api/inbox/count',
    '/api/queue',
    '/api/overdue',
    '/api/workbench',
    '/api/search/sedgemoor',
    '/api/search/Lower%20Sedgemoor%20Woodland%20169',
    '/api/projects',
    '/api/projects?marketRoundId=RD-SOL-1&status=Offered',
    '/api/projects?registry=true',
    '/api/projects?registry=true&format=totals',
    '/api/requirements',
    '/api/requirements?registry=true',
    '/api/credits?registry=true',
    '/api/credits?registry=true&sort=-units',
    '/api/credits?registry=true&sort=units&on=2028-06-01',
    '/api/credits?registry=true&q=sedgemoor%20wetland',
    '/api/credits/balance?registry=true',
    '/api/reserved-credits?registry=true',
    '/api/organisations',
    '/api/users',
    '/api/participations?marketRoundId=RD-SOL-1',
    '/api/agent-authorities',
    '/api/proposals?status=Waiting',
    '/api/possible-doubles',
    '/api/markets',
    '/api/rounds?limit=200',
    '/api/round/RD-SOL-1',
    '/api/round/RD-SOM-0/match',
    '/api/project/P207',
    '/api/project/P207/action/SetCosts',
    '/api/requirement/R202',
    '/api/organisation/SU22',
  ],
  [
    SUPPLIER,
    '/api/home',
    '/api/inbox',
    '/api/projects?supplierId=SU22&limit=200',
    '/api/project/P207',
    '/api/project/P207/action/SetOffer',
    '/api/organisation/SU22',
    '/api/round/RD-SOL-1',
  ],
  [
    BUYER,
    '/api/home',
    '/api/requirements?buyerId=BU01&limit=200',
    '/api/requirement/R106',
    '/api/round/RD-SOM-0/result',
  ],
  [AGENT, '/api/home', '/api/projects'],
  [AUTHORITY, '/api/home', '/api/projects'],
  [
    VISITOR,
    '/api/public/statistics',
    '/api/public/rounds',
    '/api/public/prices',
    '/api/public/registry/projects',
    '/api/public/registry/credits',
    '/api/public/registry/balance',
    '/api/public/registry/search?q=sedgemoor',
  ],
]

/** One line of the ledger: its name, and the request that is counted. */
export interface NamedRequest extends Request {
  name: string
}

/** All reads of the ledger. */
export const READS: readonly NamedRequest[] = READ.flatMap(([user, ...urls]) =>
  urls.map(url => ({ user, url, name: `${user ?? 'visitor'} ${url}` })),
)

/** An action of the ledger, with answers that differ each time. */
export interface NamedAction {
  name: string
  user: string
  url: string
  values: (n: number) => object
  isPreview?: boolean
  /** Sent with `Prefer: return=minimal`. */
  isMinimal?: boolean
}

const paragraph = (text: string) => {
  const children = [{ type: 'paragraph', children: [{ type: 'text', text }] }]
  return { json: JSON.stringify({ root: { type: 'root', children } }) }
}
const offer = (n: number) => ({ offer: 211_000 + n, confirmsAmount: true })

/** The commonest actions; answers that are not given here are those of the form, and declarations are agreed to. */
export const ACTIONS: readonly NamedAction[] = [
  { user: SUPPLIER, url: '/api/project/P207/action/SetOffer', values: offer },
  { user: SUPPLIER, url: '/api/project/P207/action/SetOffer', values: offer, isPreview: true },
  { user: SUPPLIER, url: '/api/project/P207/action/SetOffer', values: offer, isMinimal: true },
  {
    user: BIDDER,
    url: '/api/requirement/R202/action/SetBid',
    values: (n: number) => ({
      ...{ bid: 300_000 + n, confirmsAmount: true },
      ...{ acceptOngoingOnly: false, bidOngoingOnly: null },
    }),
  },
  {
    user: OPERATOR,
    url: '/api/project/P207/action/SetCosts',
    values: (n: number) => ({
      ...{ maintenance: 1000 + n, marketOperator: 500 },
      ...{ complianceMonitoring: 250.5, performanceMonitoring: 250.5 },
    }),
  },
  {
    user: OPERATOR,
    url: '/api/round/RD-SOL-2/action/SetReserveInfo',
    values: (n: number) => ({
      ...{ hasReserve: true, reservePercentage: 10 + n },
      ...{ reserveAppliesTo: 'allDemand', agreedWithEMB: true },
    }),
  },
  {
    user: OPERATOR,
    url: '/api/project/P207/action/Comment',
    values: (n: number) => ({ comment: paragraph(`The gate is open, day ${n}`) }),
  },
  {
    user: OPERATOR,
    url: '/api/project/P405/action/AskForEvidence',
    values: (n: number) => ({ what: `A photograph of the gate, ${n}`, due: '2026-07-01' }),
  },
  {
    user: SUPPLIER,
    url: '/api/organisation/SU22/action/CreateProjectGroup',
    values: (n: number) => ({
      ...{ name: `Fields by the river ${n}`, type: 'XOR' },
      ...{ marketRoundId: 'RD-SOL-1', projectIds: [] },
    }),
  },
  {
    user: SUPPLIER,
    url: '/api/organisation/SU22/action/Update',
    values: (n: number) => ({ contact: `Zadie Marten ${n}` }),
  },
  {
    user: OPERATOR,
    url: '/api/round/RD-SOM-2/action/RecordParticipant',
    values: (n: number) => ({ organisationId: `SU0${n}`, capacities: ['Supplier'] }),
  },
].map(one => {
  const how = 'isPreview' in one ? ', preview' : 'isMinimal' in one ? ', minimal answer' : ''
  return { ...one, name: `${one.user} ${one.url.replace('/action', '')}${how}` }
})
