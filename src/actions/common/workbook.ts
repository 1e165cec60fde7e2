import type { EntityMap } from '#domain/disclosure/entities'
import { findNeedDifferences, findServiceDifferences } from '#domain/workbook/compare'
import type { WorkbookDifference, StoredWorkbookContent, WorkbookContent } from '#domain/workbook/reading'
import type { Read } from '../kit/changes.ts'

/** A difference as a sentence: the cell, its value, and the typed value. */
export const describeDifference = ({ sheet, row, cell, what, says, typed }: WorkbookDifference): string => {
  const where = sheet === '' ? '' : ` (${sheet}, ${cell === null ? `row ${row}` : `cell ${cell}`})`
  const other =
    what === 'Units by our tables'
      ? `our tables give ${typed}`
      : typed === null
        ? 'no value was typed'
        : `the typed value is ${typed}`
  return `${what}: the workbook says ${says ?? 'nothing'}${where}, ${other}`
}

/** The last reading of a workbook of a kind, if there is one. */
export const readLatestWorkbook = async <K extends WorkbookContent['kind']>(
  read: Read,
  { ownerKind, ownerId }: Pick<StoredWorkbookContent, 'ownerKind' | 'ownerId'>,
  kind: K,
): Promise<Extract<WorkbookContent, { kind: K }> | undefined> => {
  const all = await read.list('workbookReading', { ownerKind, ownerId })
  const last = all.findLast(({ reading }) => reading.kind === kind)?.reading
  return last as Extract<WorkbookContent, { kind: K }> | undefined
}

/** Kinds of subjects that have workbooks. */
export type WorkbookOwnerKind = StoredWorkbookContent['ownerKind']

type Comparing = (reading: WorkbookContent) => readonly WorkbookDifference[]

/** Comparison of a workbook with the typed values of each kind of subject. */
const COMPARES: {
  readonly [K in WorkbookOwnerKind]: (subject: EntityMap[K], read: Read) => Promise<Comparing>
} = {
  project: async ({ id }, read) => {
    const services = await read.list('service', { projectId: id })
    return reading => findServiceDifferences(reading, services)
  },
  requirement: requirement => Promise.resolve(reading => findNeedDifferences(reading, requirement)),
}

/** A function that compares workbooks with the current typed values of this subject. */
export const readWorkbookComparer = <K extends WorkbookOwnerKind>(
  kind: K,
  subject: EntityMap[K],
  read: Read,
): Promise<Comparing> => COMPARES[kind](subject, read)
