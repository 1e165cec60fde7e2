import { type CreditType, isNutrient } from '#domain/credit-type'
import type { SubjectOf } from '#domain/entities'
import type { DocumentTag, FileRef, UploadedWorkbook } from '#domain/filed-document'
import { unfitInWords } from '#domain/workbook/proposals'
import type { Difference, StoredReading, WorkbookReading } from '#domain/workbook/reading'
import { WORKBOOK_LABELS } from '#domain/workbook/reading'
import { action, type Definition } from '../kit/action.ts'
import { create, type Change, type Read } from '../kit/changes.ts'
import { file, hinted, optional, type Field, type Fields } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { type Bookish, comparing, differenceInWords } from './workbook.ts'

/** A workbook to upload, which is read where it lies. */
const workbookFile = (label: string, tag: DocumentTag): Field<FileRef, UploadedWorkbook, 'file'> => ({
  ...file(label, tag, ['xlsx', 'xlsm']),
  toSaved: book => ({ ...book, reading: null }),
  toDraft: ({ id, name }) => ({ id, name }),
  reads: 'book',
  isAnew: true,
})

interface Books {
  biodiversityMetric?: UploadedWorkbook | null
  budgetCalculator?: UploadedWorkbook | null
}

/** Of which workbooks something can be had, by the credits that are traded. */
interface Taken {
  takesMetric: boolean
  takesCalculator: boolean
}

/** At least one workbook is there. */
const checkSomeBook = (answers: { biodiversityMetric?: unknown; budgetCalculator?: unknown }) =>
  answers.biodiversityMetric || answers.budgetCalculator ? {} : { form: 'Choose at least one workbook' }

const notTaken = (what: string): string =>
  `${what}, and its credits are not traded here: it can fill nothing. File it as a supporting document instead.`

/** Each workbook answers the question that it is for. */
const wrongKind = (
  { biodiversityMetric, budgetCalculator }: Books,
  { takesMetric, takesCalculator }: Taken,
) => ({
  ...(biodiversityMetric?.reading?.kind === 'nutrients' && {
    biodiversityMetric: takesCalculator
      ? 'This is a nutrient budget calculator. Upload it under the question below.'
      : notTaken('This is a nutrient budget calculator'),
  }),
  ...(budgetCalculator?.reading?.kind === 'metric' && {
    budgetCalculator: takesMetric
      ? 'This is a workbook of the biodiversity metric. Upload it under the question above.'
      : notTaken('This is a workbook of the biodiversity metric'),
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
const compared = async (
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

const MOST_SHOWN = 40

/** What would come of filing these workbooks, or what is wrong with them. */
const foreseen = (values: Books, taken: Taken, books: readonly Compared[]) => {
  const refused = wrongKind(values, taken)
  if (Object.keys(refused).length > 0) return { refused }
  return {
    preview: books.flatMap(({ reading, differences }) => [
      `${WORKBOOK_LABELS[reading.edition]}: ${reading.lines.length} ${reading.lines.length === 1 ? 'row' : 'rows'} with figures`,
      ...(differences.length === 0 ? ['It differs in nothing from what was typed'] : []),
      ...differences.slice(0, MOST_SHOWN).map(differenceInWords),
      ...(differences.length > MOST_SHOWN
        ? [`${differences.length - MOST_SHOWN} more differences, which the page lists afterwards`]
        : []),
      ...(reading.kind === 'metric' ? unfitInWords(reading.lines) : []),
    ]),
  }
}

/** Keeps what was read beside the file. */
const keepReadings = (
  books: readonly Compared[],
  of: Pick<StoredReading, 'ownerKind' | 'ownerId'>,
  { actor, now, newId }: { actor: { userId: string | null }; now: string; newId: () => string },
): Change[] =>
  books.map(({ id, sha256, reading, differences }) =>
    create('workbookReading', {
      id: newId(),
      ...of,
      documentId: id,
      ...{ sha256, edition: reading.edition, reading, differences },
      readAt: now,
      readBy: actor.userId ?? '',
    }),
  )

/** What differs between the things that have workbooks. */
interface Reads<K extends Bookish> extends Pick<
  Definition<K, Fields, never, object, unknown>,
  'from' | 'during'
> {
  /** The credits that the thing may be about. */
  traded: (read: Read, subject: SubjectOf<K>) => Promise<readonly CreditType[]>
}

/** The action that files a workbook for a thing, and compares what it says with what was typed of it. */
export const readsWorkbook = <K extends Bookish>(on: K, { traded, ...available }: Reads<K>) =>
  action({
    name: 'ReadWorkbook',
    on,
    title: 'Read workbook',
    binds: {
      verb: 'File the workbook',
      undone:
        'Nothing is filled in by it, and a later workbook takes its place. What was filed stays on the record.',
    },
    description:
      'Upload the workbook that you hold. It is kept as it is, and what it says is shown beside what was typed; nothing is filled in by itself.',
    who: [operator, owner, agent('RegisterForRound')],
    ...available,
    given: async (read, subject): Promise<Taken> => {
      const types = await traded(read, subject)
      return { takesMetric: types.includes('Biodiversity'), takesCalculator: types.some(isNutrient) }
    },
    fields: {
      biodiversityMetric: hinted(
        optional(workbookFile('Biodiversity metric', 'BiodiversityMetric')),
        'The workbook as Natural England publishes it: 4.0, 4.1 or statutory, filled in and saved in Excel. Its macros are never run.',
      ),
      budgetCalculator: hinted(
        optional(workbookFile('Nutrient budget calculator', 'BudgetCalculator')),
        'The calculator of Natural England for your catchment, filled in to its last stage and saved in Excel.',
      ),
    },
    show: {
      biodiversityMetric: (_answers, { takesMetric }) => takesMetric,
      budgetCalculator: (_answers, { takesCalculator }) => takesCalculator,
    },
    check: checkSomeBook,
    reads: async (read, subject, values) => compared(read, values, await comparing(on, subject, read)),
    preview: ({ values, given, reads }) => foreseen(values, given, reads),
    effect: ({ subject, reads, ...act }) => keepReadings(reads, { ownerKind: on, ownerId: subject.id }, act),
    done:
      on === 'requirement'
        ? 'The workbook was read and filed. “Fill from workbook” takes over what it says'
        : 'The workbook was read and filed',
  })
