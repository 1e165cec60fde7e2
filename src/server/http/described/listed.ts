import { z } from 'zod'
import { LISTS } from '../lists.ts'
import { type Described, spaced, word } from './route.ts'
import * as general from './general.ts'
import * as items from './items.ts'
import * as rounds from './rounds.ts'
import * as settings from './settings.ts'

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
  user: rounds.user.extend({ ...general.resource, secondFactor: z.boolean() }),
  'requirement-group': items.group,
  credit: items.creditHistory,
  'reserved-credit': items.creditHistory,
}

const SETTING_SINGLES: Record<string, z.ZodObject> = {
  'project-type': settings.projectType,
  standard: settings.standard.extend({ purpose: z.string() }),
  nca: settings.nca,
  lpa: settings.lpa,
  subcatchment: settings.subcatchment,
  declaration: settings.declaration,
}

const words = z.union([z.string(), z.array(z.string())]).optional()

const listQuery = (path: string): z.ZodObject => {
  const { filters, sorts, ownerColumn } = LISTS[path]!
  const sorted = Object.keys(sorts).flatMap(sort => [sort, `-${sort}`])
  return z.object({
    limit: z.int().min(1).max(200).optional(),
    cursor: word.meta({ description: 'The `next` of the page before' }),
    sort: z.enum(sorted as [string, ...string[]]).optional(),
    q: word.meta({ description: 'Looked for in names' }),
    format: z.enum(['csv', 'xlsx', 'choices', ...(ownerColumn ? ['totals'] : [])]).optional(),
    ...Object.fromEntries(Object.keys(filters).map(filter => [filter, words])),
  })
}

/** Every list. */
export const lists = (): [string, Described][] =>
  Object.keys(LISTS).map(path => [
    `GET /api/${path}`,
    {
      tag: 'Lists',
      summary: `The ${spaced(path)} that the reader may see`,
      query: listQuery(path),
      answer: general.listOf(LIST_ITEMS[path] ?? z.unknown()),
    },
  ])

/** What the credits of a list come to. */
export const totals: [string, Described][] = ['credits', 'reserved-credits'].map(path => [
  `GET /api/${path}/totals`,
  {
    tag: 'Lists',
    summary: `What the ${spaced(path)} come to, by type and status, with the filters of the list`,
    query: listQuery(path),
    answer: items.creditTotals,
  },
])

/** Everything that is read one by one. */
export const singles = (): [string, Described][] => [
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
