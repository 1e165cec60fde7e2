import { keysOf } from '#domain/narrow'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as open from '#contract/public'
import type { Brand } from '#domain/brand'
import { addDays, type Day } from '#domain/dates'
import { PROBLEM } from '#matching/formats/problem-schema'
import { SOLUTION } from '#matching/formats/solution-schema'
import { brandOf } from '../brand.ts'
import { publicRounds, statistics } from '../views/public.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { readsForAnybody } from './behind.ts'
import { serve } from './serve.ts'

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

/** What anybody may read without signing in besides the registry: the calendar of rounds, statistics, and schemas. */
export const publicRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { config } = context
  const reads = readsForAnybody(context)
  serve(app, open.publicRounds, async () => {
    const items = await reads(({ store }) => publicRounds(store.db))
    return { items, total: items.length, next: null, actions: [] }
  })
  serve(app, open.publicCalendar, () =>
    reads(async from => ({
      type: 'text/calendar; charset=utf-8',
      body: calendarOf(await publicRounds(from.store.db), {
        brand: await brandOf(from.store.db),
        host: new URL(config.publicUrl).host,
        today: contextOf(from).on,
      }),
    })),
  )
  serve(app, open.readStatistics, ({ query }) =>
    reads(from => statistics(from.store.db, contextOf(from, query.on).on)),
  )
  const schema = (path: string, title: string, json: object) => ({
    $schema: JSON_SCHEMA,
    $id: new URL(path, config.publicUrl).href,
    title,
    type: 'object' as const,
    ...json,
  })
  const { problem, solution } = open.matchSchemas
  const ofProblem = schema(problem.path, 'A match problem, version 1', z.toJSONSchema(PROBLEM))
  const ofSolution = schema(solution.path, 'A match solution, version 1', z.toJSONSchema(SOLUTION))
  serve(app, problem, () => ofProblem)
  serve(app, solution, () => ofSolution)
}

const WINDOWS = {
  suppliers: 'Suppliers register',
  buyers: 'Buyers and investors register',
  projects: 'Projects are registered',
  requirements: 'Credit requirements are registered',
} as const

const compact = (day: Day): string => day.replaceAll('-', '')

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, sign => `\\${sign}`).replace(/\r?\n/g, '\\n')

const calendarOf = (
  rounds: readonly open.PublicRound[],
  { brand: { name }, host, today }: { brand: Brand; host: string; today: Day },
): string => {
  const events = rounds.flatMap(round =>
    keysOf(WINDOWS).flatMap(window => {
      const start = round[`${window}Start`]
      const end = round[`${window}End`]
      if (!start || !end) return []
      return [
        'BEGIN:VEVENT',
        `UID:${round.id}-${window}@${host}`,
        // Of the day, so that a calendar that nobody has changed stays as it was.
        `DTSTAMP:${compact(today)}T000000Z`,
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
    `PRODID:-//${escaped(name.replaceAll('/', ' '))}//Rounds//EN`,
    `X-WR-CALNAME:${escaped(name)}`,
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
