import type { Entities } from '#domain/entities'
import { differencesFromNeed, differencesFromServices } from '#domain/workbook/compare'
import type { Difference, StoredReading, WorkbookReading } from '#domain/workbook/reading'
import type { Read } from '../kit/changes.ts'

/** A difference in a sentence: where it stands, what it says, what was typed. */
export const differenceInWords = ({ sheet, row, cell, what, says, typed }: Difference): string => {
  const where = sheet === '' ? '' : ` (${sheet}, ${cell === null ? `row ${row}` : `cell ${cell}`})`
  const other =
    what === 'Units by our tables'
      ? `our tables give ${typed}`
      : typed === null
        ? 'nothing was typed'
        : `typed was ${typed}`
  return `${what}: the workbook says ${says ?? 'nothing'}${where}, ${other}`
}

/** What the last workbook of a kind said, if one was read. */
export const lastReading = async <K extends WorkbookReading['kind']>(
  read: Read,
  { ownerKind, ownerId }: Pick<StoredReading, 'ownerKind' | 'ownerId'>,
  kind: K,
): Promise<Extract<WorkbookReading, { kind: K }> | undefined> => {
  const all = await read.list('workbookReading', { ownerKind, ownerId })
  const last = all.findLast(({ reading }) => reading.kind === kind)?.reading
  return last as Extract<WorkbookReading, { kind: K }> | undefined
}

/** What has workbooks. */
export type Bookish = StoredReading['ownerKind']

type Comparing = (reading: WorkbookReading) => readonly Difference[]

/** In what a workbook differs from what was typed of the thing that it is for. */
const COMPARES: { readonly [K in Bookish]: (subject: Entities[K], read: Read) => Promise<Comparing> } = {
  project: async ({ id }, read) => {
    const services = await read.list('service', { projectId: id })
    return reading => differencesFromServices(reading, services)
  },
  requirement: requirement => Promise.resolve(reading => differencesFromNeed(reading, requirement)),
}

/** What compares workbooks with what was typed of this thing, as it is now. */
export const comparing = <K extends Bookish>(kind: K, subject: Entities[K], read: Read): Promise<Comparing> =>
  COMPARES[kind](subject, read)
