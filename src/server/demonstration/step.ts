import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ActionName } from '#actions/index'
import type { Read } from '#actions/kit/changes'
import { addDays, addMinutes, type Day, type Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import { refdataDir } from '../process/places.ts'

interface StepOn<K extends Kind> {
  at: Instant
  /** User name of the actor. */
  by: string
  kind: K
  /** Id of the subject, or what finds it among what is stored by then. */
  subjectId: string | ((read: Read) => Promise<string>)
  action: ActionName<K>
  values: Record<string, unknown>
  /** Answers that depend on what is stored by then; `day` is that of the step. */
  readValues?: (read: Read, day: Day) => Promise<Record<string, unknown>>
  /** Fields that are answered with a document. */
  documents?: readonly string[]
  /** Fields that are answered with a file that is written then. */
  files?: Readonly<Record<string, (read: Read) => Promise<{ name: string; text: string }>>>
  /** Reason, for a step that is only proposed for a second person's approval. */
  reason?: string
  /** Ids for created things, in order, so that the demonstration is the same everywhere. */
  ids?: readonly string[]
}

/** One act of a person in the demonstration: an action, with the clock at its instant. */
export type DemonstrationStep = { [K in Kind]: StepOn<K> }[Kind]

/** Details of a step in addition to its action: the answers, and what accompanies them. */
export type DemonstrationStepDetails = Partial<Pick<DemonstrationStep, 'by' | 'values' | 'documents' | 'ids'>>

export type CsvRow = Readonly<Record<string, string>>

const read = new Map<string, readonly CsvRow[]>()

/**
 * Returns the rows of a table of the reference data or the demonstration, which do not change while the server runs.
 */
export const readCsvRows = (table: string): readonly CsvRow[] => {
  const before = read.get(table)
  if (before) return before
  const rows: CsvRow[] = parse(readFileSync(join(refdataDir, `${table}.csv`)), {
    columns: true,
    bom: true,
    skip_empty_lines: true,
  })
  read.set(table, rows)
  return rows
}

/** Returns a cell's text, empty if there is none. */
export const cellText = (row: CsvRow, name: string): string => row[name] ?? ''

/** Returns a cell's text, or null if it is empty. */
export const cellOrNull = (row: CsvRow, name: string): string | null => row[name] || null

/** Returns a cell's list, separated by bars. */
export const cellList = (row: CsvRow, name: string): string[] =>
  cellText(row, name).split('|').filter(Boolean)

/** Returns a cell's number, or null if it is empty. */
export const cellNumber = (row: CsvRow, name: string): number | null => (row[name] ? Number(row[name]) : null)

/** The calendar of the demonstration: its days are offsets from the day of loading. */
export interface DemonstrationCalendar {
  day: (offset: number) => Day
  /** An instant in working hours on that day. */
  at: (offset: number, minutes?: number) => Instant
}

/** Returns the calendar that starts from the day of loading. */
export const createDemonstrationCalendar = (today: Day): DemonstrationCalendar => ({
  day: offset => addDays(today, offset),
  at: (offset, minutes = 0) => addMinutes(`${addDays(today, offset)}T09:00:00Z`, minutes),
})

/** Returns the day offset in a cell. */
export const dayOffsetInCell = (row: CsvRow, name: string): number => Number(row[name])
