import { z } from 'zod'
import { RESET_WORD } from '#domain/reset'
import { type Described, get, spaced } from './route.ts'
import * as general from './general.ts'
import * as items from './items.ts'
import * as rounds from './rounds.ts'
import * as settings from './settings.ts'

/** What is read besides lists and single resources. */
export const further: [string, Described][] = [
  [
    'POST /api/sysadmin/reset-database',
    {
      tag: 'Further',
      summary: 'Loads the demonstration market anew; only in demonstration mode',
      body: z.object({ name: z.literal(RESET_WORD) }),
      answer: z.object({ message: z.string() }),
    },
  ],
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
      answer: general.namedList,
    }),
  ),
  get('/api/standard/:id/versions', {
    tag: 'Settings',
    summary: 'The versions of a standard, the one in force first',
    answer: general.listOf(settings.standardVersion),
  }),
  ...['ncas', 'lpas', 'subcatchments', 'credits/type'].map(list =>
    get(`/api/ref/${list}`, { tag: 'Settings', summary: `Choices: ${list}`, answer: general.namedList }),
  ),
]
