import { z } from 'zod'
import { LISTS } from '../lists.ts'
import * as general from './general.ts'
import * as items from './items.ts'
import * as matches from './matches.ts'
import * as rounds from './rounds.ts'
import * as settings from './settings.ts'

/** What one route does, and the answer it gives. */
export interface Described {
  tag: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  answer?: z.ZodType
  /** Answered to people who have not signed in as well. */
  open?: boolean
}

const LIST_ITEMS: Record<string, z.ZodType> = {
  markets: rounds.marketRow,
  rounds: rounds.roundRow,
  'round-declarations': rounds.roundDeclaration,
  organisations: rounds.organisationRow,
  participations: rounds.participationRow,
  'agent-authorities': rounds.authorityRow,
  projects: items.projectRow,
  'project-groups': items.groupRow,
  requirements: items.requirementRow,
  'requirement-groups': items.groupRow,
  credits: items.creditRow,
  'reserved-credits': items.creditRow,
  users: rounds.user,
  'project-types': settings.projectType,
  standards: settings.standard,
  ncas: settings.nca,
  lpas: settings.lpa,
  subcatchments: settings.subcatchment,
  declarations: settings.declaration,
}

const SINGLES: Record<string, z.ZodType> = {
  market: rounds.market,
  round: rounds.round,
  'round-declaration': rounds.roundDeclaration,
  organisation: rounds.organisation,
  participation: rounds.participation,
  'agent-authority': rounds.authority,
  project: items.project,
  'project-group': items.group,
  requirement: items.requirement,
  'requirement-group': items.group,
  credit: items.creditRow,
  'reserved-credit': items.creditRow,
}

const SETTING_SINGLES: Record<string, z.ZodObject> = {
  'project-type': settings.projectType,
  standard: settings.standard,
  nca: settings.nca,
  lpa: settings.lpa,
  subcatchment: settings.subcatchment,
  declaration: settings.declaration,
  user: rounds.user.extend({ version: z.int() }),
}

const word = z.string().optional()
const words = z.union([z.string(), z.array(z.string())]).optional()

const listQuery = (path: string): z.ZodObject => {
  const { filters, sorts } = LISTS[path]!
  const sorted = Object.keys(sorts).flatMap(sort => [sort, `-${sort}`])
  return z.object({
    limit: z.int().min(1).max(200).optional(),
    cursor: word.meta({ description: 'The `next` of the page before' }),
    sort: z.enum(sorted as [string, ...string[]]).optional(),
    q: word.meta({ description: 'Looked for in names' }),
    format: z.enum(['csv', 'xlsx', 'choices']).optional(),
    ...Object.fromEntries(Object.keys(filters).map(filter => [filter, words])),
  })
}

const spaced = (path: string): string => path.replaceAll('-', ' ')

const lists = (): [string, Described][] =>
  Object.keys(LISTS).map(path => [
    `GET /api/${path}`,
    {
      tag: 'Lists',
      summary: `The ${spaced(path)} that the reader may see`,
      query: listQuery(path),
      answer: general.listOf(LIST_ITEMS[path] ?? z.unknown()),
    },
  ])

const singles = (): [string, Described][] => [
  ...Object.entries(SINGLES).map(([path, answer]): [string, Described] => [
    `GET /api/${path}/:id`,
    { tag: 'Single resources', summary: `One ${spaced(path)}, as the reader may see it`, answer },
  ]),
  ...Object.entries(SETTING_SINGLES).map(([path, answer]): [string, Described] => [
    `GET /api/${path}/:id`,
    {
      tag: 'Settings',
      summary: `One ${spaced(path)}`,
      answer: answer.extend(general.resource).extend({ kind: z.string() }),
    },
  ]),
]

const page = { limit: z.int().min(1).max(200).optional(), cursor: word }
const ofSubject = z.object({ subjectType: z.string(), subjectId: z.string(), ...page })
const ofOwner = z.object({ ownerType: z.string(), ownerId: z.string() })
const named = general.namedList

const get = (path: string, described: Described): [string, Described] => [`GET ${path}`, described]

const underSubjects: [string, Described][] = [
  get('/api/activity', {
    tag: 'Under subjects',
    summary: 'The trail of a subject, newest first',
    query: ofSubject,
    answer: general.listOf(general.activityItem),
  }),
  get('/api/activity-item/:id', {
    tag: 'Under subjects',
    summary: 'One entry of the trail',
    answer: general.activityItem,
  }),
  get('/api/comments', {
    tag: 'Under subjects',
    summary: 'The comments on a subject, oldest first',
    query: ofSubject,
    answer: general.listOf(general.commentItem),
  }),
  get('/api/files', {
    tag: 'Under subjects',
    summary: 'The documents filed under a subject',
    query: ofOwner,
    answer: general.listOf(general.documentItem),
  }),
  get('/api/file/:id', { tag: 'Under subjects', summary: 'The bytes of a document, to be saved' }),
  get('/api/location/:id', {
    tag: 'Under subjects',
    summary: 'Where a project or requirement is',
    query: ofOwner,
    answer: general.location,
  }),
  ...['compliance', 'performance', 'screening', 'certification', 'verification'].map(record =>
    get(`/api/project/:id/${record}`, {
      tag: 'Under subjects',
      summary: `The trail of the project's ${record}`,
      query: z.object(page),
      answer: general.listOf(general.activityItem),
    }),
  ),
]

const results: [string, Described][] = [
  get('/api/round/:id/match', {
    tag: 'Results',
    summary: 'The match of a round; with format=audit all that is needed to compute it again',
    query: z.object({ format: z.enum(['audit']).optional() }),
    answer: z.union([matches.match, z.looseObject({ problem: z.unknown(), solution: z.unknown() })]),
  }),
  get('/api/round/:id/match-review', {
    tag: 'Results',
    summary: 'The match of a round with everything behind it, for the operator',
    answer: matches.matchReview,
  }),
  ...['projects', 'requirements'].map(of =>
    get(`/api/round/:id/unmatched-${of}`, {
      tag: 'Results',
      summary: `The ${of} that lost, each with why`,
      answer: general.listOf(matches.unmatchedItem),
    }),
  ),
  get('/api/solver/task/:id', {
    tag: 'Results',
    summary: 'How far a match has come',
    answer: matches.solverTask,
  }),
  ['DELETE /api/solver/task/:id', { tag: 'Results', summary: 'Cancels a match' }],
]

const further: [string, Described][] = [
  get('/api/home', { tag: 'Further', summary: 'What to do next', answer: rounds.home }),
  get('/api/search/:term', {
    tag: 'Further',
    summary: 'Things by name',
    answer: general.listOf(general.found),
  }),
  get('/api/events', { tag: 'Further', summary: 'Server-sent events of { kind, id, version }' }),
  get('/api/round/:id/summary', { tag: 'Further', summary: 'A round as a row', answer: rounds.roundRow }),
  get('/api/requirement/:id/supply', {
    tag: 'Further',
    summary: 'Compatible certified supply of the round, without amounts',
    answer: general.listOf(items.supplyItem),
  }),
  ...['standards', 'project-types', 'ncas', 'lpas', 'subcatchments'].map(list =>
    get(`/api/round/:id/${list}`, {
      tag: 'Further',
      summary: `The ${spaced(list)} of a round`,
      answer: named,
    }),
  ),
  ...['ncas', 'lpas', 'subcatchments', 'credits/type'].map(list =>
    get(`/api/ref/${list}`, { tag: 'Settings', summary: `Choices: ${list}`, answer: named }),
  ),
]

const signingIn: [string, Described][] = [
  get('/api/auth/user', {
    tag: 'Signing in',
    summary: 'Who is signed in',
    answer: general.signedIn,
    open: true,
  }),
  get('/api/auth/settings', { tag: 'Signing in', summary: 'What the sign-in page may know', open: true }),
  [
    'POST /api/auth/login',
    {
      tag: 'Signing in',
      summary: 'Begins a session',
      body: z.object({ username: z.string(), password: z.string() }),
      open: true,
    },
  ],
  ['POST /api/auth/logout', { tag: 'Signing in', summary: 'Ends the session', open: true }],
]

const inPublic: [string, Described][] = [
  ...['projects', 'requirements', 'credits'].map(path =>
    get(`/api/public/registry/${path}`, {
      tag: 'Without signing in',
      summary: `The registry of ${path}, without money and owners`,
      answer: general.listOf(z.looseObject({ id: general.id })),
      open: true,
    }),
  ),
  get('/api/public/rounds', {
    tag: 'Without signing in',
    summary: 'The calendar of rounds',
    answer: general.listOf(z.looseObject({ id: general.id, name: z.string(), market: z.string() })),
    open: true,
  }),
  get('/api/public/rounds.ics', { tag: 'Without signing in', summary: 'The same for calendars', open: true }),
  get('/api/public/credits/:serial', {
    tag: 'Without signing in',
    summary: 'A credit and all that has happened to it',
    answer: items.creditRow.extend({
      history: z.array(z.object({ at: general.instant, title: z.string(), status: z.string().nullable() })),
    }),
    open: true,
  }),
  get('/api/public/statistics', {
    tag: 'Without signing in',
    summary: 'What settled rounds have come to',
    answer: z.object({
      rounds: z.array(z.looseObject({ id: general.id, surplus: general.money.nullable() })),
    }),
    open: true,
  }),
]

const DESCRIBED = new Map<string, Described>([
  ...lists(),
  ...singles(),
  ...underSubjects,
  ...results,
  ...further,
  ...signingIn,
  ...inPublic,
])

/** What a route does; the two endpoints of every action, and the posts to collections, are alike for all. */
export const describedAs = (method: string, url: string): Described | undefined => {
  const known = DESCRIBED.get(`${method} ${url}`)
  if (known) return known
  if (method === 'GET' && url.endsWith('/action/:action'))
    return {
      tag: 'Actions',
      summary: 'What the form of an action needs',
      query: z.object({ wizard: word }),
      answer: matches.actionForm,
    }
  if (method === 'POST' && (url.endsWith('/action/:action') || !url.startsWith('/api/auth/')))
    return {
      tag: 'Actions',
      summary: url.endsWith('/action/:action')
        ? 'Runs an action'
        : 'Runs the creating action of the collection',
      query: z.object({ wizard: word }),
      body: matches.submission,
      answer: matches.done,
    }
  return undefined
}
