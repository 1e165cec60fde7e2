import { z } from 'zod'
import { type Described, get } from './route.ts'
import * as general from './general.ts'
import * as items from './items.ts'

/** What anybody may read. */
export const inPublic: [string, Described][] = [
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
    summary: 'The credit that holds these units, and all that has happened to them',
    answer: items.creditHistory,
    open: true,
  }),
  ...['problem', 'solution'].map(name =>
    get(`/api/public/schemas/match-${name}-1.json`, {
      tag: 'Without signing in',
      summary: `JSON Schema (2020-12) of a match ${name}, version 1; money in pence, quantities in ten-thousandths`,
      answer: z.looseObject({ title: z.string(), type: z.literal('object') }),
      open: true,
    }),
  ),
  get('/api/public/statistics', {
    tag: 'Without signing in',
    summary: 'What settled rounds have come to',
    answer: z.object({
      rounds: z.array(z.looseObject({ id: general.id, surplus: general.money.nullable() })),
    }),
    open: true,
  }),
]
