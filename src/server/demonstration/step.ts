import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ActionName } from '#actions/index'
import { addDays, addMinutes, type Day, type Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import { refdataDir } from '../places.ts'

interface StepOn<K extends Kind> {
  at: Instant
  /** The user name of who did it. */
  by: string
  kind: K
  subjectId: string
  action: ActionName<K>
  values: Record<string, unknown>
  /** Fields that are answered with a document. */
  documents?: readonly string[]
  /** Why it is only proposed: a second person is to approve it. */
  reason?: string
  /** Ids for what is created, in order, so that the demonstration is the same everywhere. */
  ids?: readonly string[]
}

/** One thing that somebody of the demonstration did: an action, with the clock of its moment. */
export type Step = { [K in Kind]: StepOn<K> }[Kind]

/** What is said of a step besides its action: the answers, and what they come with. */
export type StepDetails = Partial<Pick<Step, 'by' | 'values' | 'documents' | 'ids'>>

export type Cells = Readonly<Record<string, string>>

const read = new Map<string, readonly Cells[]>()

/** The rows of a table of the reference data or the demonstration, which do not change while the server runs. */
export const rowsOf = (table: string): readonly Cells[] => {
  const before = read.get(table)
  if (before) return before
  const rows: Cells[] = parse(readFileSync(join(refdataDir, `${table}.csv`)), {
    columns: true,
    bom: true,
    skip_empty_lines: true,
  })
  read.set(table, rows)
  return rows
}

/** A cell's text, empty when there is none. */
export const cell = (row: Cells, name: string): string => row[name] ?? ''

/** A cell's text, or nothing. */
export const cellOrNull = (row: Cells, name: string): string | null => row[name] || null

/** A cell's list, parted by bars. */
export const listOf = (row: Cells, name: string): string[] => cell(row, name).split('|').filter(Boolean)

/** A cell's number, or nothing. */
export const numberOf = (row: Cells, name: string): number | null => (row[name] ? Number(row[name]) : null)

/** The calendar of the demonstration: its days are so many days before or after the day of loading. */
export interface Calendar {
  day: (offset: number) => Day
  /** A moment of working hours on that day. */
  at: (offset: number, minutes?: number) => Instant
}

/** The calendar that starts from the day of loading. */
export const calendarFrom = (today: Day): Calendar => ({
  day: offset => addDays(today, offset),
  at: (offset, minutes = 0) => addMinutes(`${addDays(today, offset)}T09:00:00Z`, minutes),
})

/** The day offset in a cell. */
export const offsetOf = (row: Cells, name: string): number => Number(row[name])
