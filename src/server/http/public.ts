import type { FastifyInstance } from 'fastify'
import { addDays } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import { PROBLEM } from '#matching/problem-schema'
import { SOLUTION } from '#matching/solution-schema'
import { notFound } from '../runner/refusals.ts'
import { type Listing, listOf, type Query } from '../views/lists/listing.ts'
import { creditOfSerial, publicRounds, REGISTRY, REGISTRY_READER, statistics } from '../views/public.ts'
import { contextOf, type AppContext } from './app-context.ts'

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

type Rounds = Awaited<ReturnType<typeof publicRounds>>

/** What anybody may read without signing in: the calendar of rounds, the registry, and statistics. No person is named. */
export const publicRoutes = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  const { db } = runtime.store
  app.get('/api/public/rounds', async () => {
    const items = await publicRounds(db)
    return { items, total: items.length, next: null, actions: [] }
  })
  app.get('/api/public/rounds.ics', async (_request, reply) =>
    reply
      .type('text/calendar; charset=utf-8')
      .send(calendarOf(await publicRounds(db), new URL(config.publicUrl).host, runtime.now())),
  )
  for (const [path, listing] of Object.entries(REGISTRY) as [string, unknown][])
    app.get<{ Querystring: Query }>(`/api/public/registry/${path}`, async request => {
      const { items, total, next } = await listOf(
        listing as Listing<StoredKind, unknown>,
        request.query,
        REGISTRY_READER,
        contextOf(runtime),
      )
      return { items, total, next, actions: [] }
    })
  app.get<{ Params: { serial: string } }>('/api/public/credits/:serial', async request => {
    const { serial } = request.params
    const credit = await creditOfSerial(db, serial)
    if (!credit) throw notFound()
    return credit
  })
  app.get('/api/public/statistics', () => statistics(db))
  for (const [name, { json }] of Object.entries({ problem: PROBLEM, solution: SOLUTION })) {
    const path = `/api/public/schemas/match-${name}-1.json`
    const $id = new URL(path, config.publicUrl).href
    const title = `A match ${name}, version 1`
    app.get(path, () => ({ $schema: JSON_SCHEMA, $id, title, ...json }))
  }
}

const WINDOWS = {
  suppliers: 'Suppliers register',
  buyers: 'Buyers and investors register',
  projects: 'Projects are registered',
  requirements: 'Credit requirements are registered',
} as const

const compact = (text: string): string => text.replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, sign => `\\${sign}`).replace(/\r?\n/g, '\\n')

const calendarOf = (rounds: Rounds, host: string, now: string): string => {
  const events = rounds.flatMap(round =>
    (Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]).flatMap(window => {
      const start = round[`${window}Start`]
      const end = round[`${window}End`]
      if (!start || !end) return []
      return [
        'BEGIN:VEVENT',
        `UID:${round.id}-${window}@${host}`,
        `DTSTAMP:${compact(now)}`,
        `DTSTART;VALUE=DATE:${compact(start)}`,
        // The end of an event is no part of it, so the day after the window's last is named.
        `DTEND;VALUE=DATE:${compact(addDays(end, 1))}`,
        `SUMMARY:${escaped(`${round.market}, ${round.name}: ${WINDOWS[window]}`)}`,
        'END:VEVENT',
      ]
    }),
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Credit market//Rounds//EN',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.flatMap(folded).join('\r\n') + '\r\n'
}

// A line of a calendar may hold 75 bytes; what is longer goes on in the next, after a space.
const folded = (line: string): string[] => {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part].map((one, index) => (index === 0 ? one : ` ${one}`))
}
