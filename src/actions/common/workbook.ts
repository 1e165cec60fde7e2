import type { DocumentTag, FileRef, UploadedWorkbook } from '#domain/filed-document'
import type { Difference, StoredReading, WorkbookReading } from '#domain/workbook/reading'
import { WORKBOOK_LABELS } from '#domain/workbook/reading'
import { create, type Change, type Read } from '../kit/changes.ts'
import { file, hinted, optional, type Field } from '../kit/fields.ts'

/** A workbook to upload, which is read where it lies. */
const workbookFile = (label: string, tag: DocumentTag): Field<FileRef, UploadedWorkbook, 'file'> => ({
  ...file(label, tag, ['xlsx', 'xlsm']),
  toSaved: book => ({ ...book, reading: null }),
  toDraft: ({ id, name }) => ({ id, name }),
  columns: {},
})

/** The workbooks that can be read, each by the question that it answers. */
export const workbookFields = {
  biodiversityMetric: hinted(
    optional(workbookFile('Biodiversity metric', 'BiodiversityMetric')),
    'The workbook as Natural England publishes it: 4.0, 4.1 or statutory, filled in and saved in Excel. Its macros are never run.',
  ),
  budgetCalculator: hinted(
    optional(workbookFile('Nutrient budget calculator', 'BudgetCalculator')),
    'The calculator of Natural England for your catchment, filled in to its last stage and saved in Excel.',
  ),
}

export const WORKBOOK_DESCRIPTION =
  'Upload the workbook that you hold. It is kept as it is, and what it says is shown beside what was typed; nothing is filled in by itself.'

/** Filing binds nobody to what the workbook says. */
export const WORKBOOK_FILING = {
  verb: 'File the workbook',
  undone:
    'Nothing is filled in by it, and a later workbook takes its place. What was filed stays on the record.',
}

interface Books {
  biodiversityMetric?: UploadedWorkbook | null
  budgetCalculator?: UploadedWorkbook | null
}

/** At least one workbook is there. */
export const checkSomeBook = (answers: { biodiversityMetric?: unknown; budgetCalculator?: unknown }) =>
  answers.biodiversityMetric || answers.budgetCalculator ? {} : { form: 'Choose at least one workbook' }

/** Each workbook answers the question that it is for. */
const wrongKind = ({ biodiversityMetric, budgetCalculator }: Books) => ({
  ...(biodiversityMetric?.reading?.kind === 'nutrients' && {
    biodiversityMetric: 'This is a nutrient budget calculator. Upload it under the question below.',
  }),
  ...(budgetCalculator?.reading?.kind === 'metric' && {
    budgetCalculator: 'This is a workbook of the biodiversity metric. Upload it under the question above.',
  }),
})

/** A workbook that was read, with what it differs in, and the hash of its file. */
interface Compared {
  id: string
  sha256: string
  reading: WorkbookReading
  differences: readonly Difference[]
}

/** What was read, compared with what was typed. */
export const compared = async (
  read: Read,
  { biodiversityMetric, budgetCalculator }: Books,
  differencesOf: (reading: WorkbookReading) => readonly Difference[],
): Promise<Compared[]> => {
  const found: Compared[] = []
  for (const book of [biodiversityMetric, budgetCalculator]) {
    const document = book?.reading && (await read.one('filedDocument', book.id))
    if (document && book.reading)
      found.push({
        ...{ id: document.id, sha256: document.sha256, reading: book.reading },
        differences: differencesOf(book.reading),
      })
  }
  return found
}

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

const MOST_SHOWN = 40

/** What would come of filing these workbooks, or what is wrong with them. */
export const foreseen = (values: Books, books: readonly Compared[]) => {
  const refused = wrongKind(values)
  if (Object.keys(refused).length > 0) return { refused }
  return {
    preview: books.flatMap(({ reading, differences }) => [
      `${WORKBOOK_LABELS[reading.edition]}: ${reading.lines.length} ${reading.lines.length === 1 ? 'row' : 'rows'} with figures`,
      ...(differences.length === 0 ? ['It differs in nothing from what was typed'] : []),
      ...differences.slice(0, MOST_SHOWN).map(differenceInWords),
      ...(differences.length > MOST_SHOWN
        ? [`${differences.length - MOST_SHOWN} more differences, which the page lists afterwards`]
        : []),
    ]),
  }
}

/** Keeps what was read beside the file. */
export const keepReadings = (
  books: readonly Compared[],
  owner: Pick<StoredReading, 'ownerKind' | 'ownerId'>,
  { actor, now, newId }: { actor: { userId: string | null }; now: string; newId: () => string },
): Change[] =>
  books.map(({ id, sha256, reading, differences }) =>
    create('workbookReading', {
      id: newId(),
      ...owner,
      documentId: id,
      ...{ sha256, edition: reading.edition, reading, differences },
      readAt: now,
      readBy: actor.userId ?? '',
    }),
  )

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
