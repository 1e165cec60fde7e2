import { type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import type { EntityOfKind } from '#domain/disclosure/entities'
import { WORKBOOK_UPLOAD_KINDS } from '#domain/text/upload-kinds'
import type { DocumentTag, UploadedFileRef, UploadedWorkbook } from '#domain/text/filed-document'
import { unusableRowsText } from '#domain/workbook/proposals'
import {
  type WorkbookDifference,
  type StoredWorkbookContent,
  type WorkbookContent,
  WORKBOOK_LABELS,
} from '#domain/workbook/reading'
import { action, type ActionDefinition } from '../kit/action.ts'
import { create, type Change, type Read } from '../kit/changes.ts'
import { file, withHint, optional, type Field, type Fields } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { type WorkbookOwnerKind, readWorkbookComparer, describeDifference } from './workbook.ts'

/** A field for a workbook, which is read where it is uploaded. */
const workbookFile = (label: string, tag: DocumentTag): Field<UploadedFileRef, UploadedWorkbook, 'file'> => ({
  ...file(label, tag, WORKBOOK_UPLOAD_KINDS),
  toSaved: book => ({ ...book, reading: null }),
  toDraft: ({ id, name }) => ({ id, name }),
  reads: 'book',
  isAnew: true,
})

interface Books {
  biodiversityMetric?: UploadedWorkbook | null
  budgetCalculator?: UploadedWorkbook | null
}

/** Workbooks that apply, by the credits that are traded. */
interface Taken {
  takesMetric: boolean
  takesCalculator: boolean
}

/** Requires at least one workbook. */
const checkSomeBook = (answers: { biodiversityMetric?: unknown; budgetCalculator?: unknown }) =>
  answers.biodiversityMetric || answers.budgetCalculator ? {} : { form: 'Choose at least one workbook' }

const NOT_TRADED = {
  nutrients:
    'This is a nutrient budget calculator, but you cannot trade nutrient credits here. File the calculator as a supporting document instead.',
  metric:
    'This is a workbook of the biodiversity metric, but you cannot trade biodiversity units here. File the workbook as a supporting document instead.',
}

/** Refuses a workbook of another kind than its field is for. */
const wrongKind = (
  { biodiversityMetric, budgetCalculator }: Books,
  { takesMetric, takesCalculator }: Taken,
) => ({
  ...(biodiversityMetric?.reading?.kind === 'nutrients' && {
    biodiversityMetric: takesCalculator
      ? 'This is a nutrient budget calculator. Upload it under the question below.'
      : NOT_TRADED.nutrients,
  }),
  ...(budgetCalculator?.reading?.kind === 'metric' && {
    budgetCalculator: takesMetric
      ? 'This is a workbook of the biodiversity metric. Upload it under the question above.'
      : NOT_TRADED.metric,
  }),
})

/** A parsed workbook with its differences and the hash of its file. */
interface Compared {
  id: string
  sha256: string
  reading: WorkbookContent
  differences: readonly WorkbookDifference[]
}

/** Compares parsed workbooks with the typed values. */
const compared = async (
  read: Read,
  { biodiversityMetric, budgetCalculator }: Books,
  differencesOf: (reading: WorkbookContent) => readonly WorkbookDifference[],
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

/** Previews filing the workbooks, or lists their errors. */
const foreseen = (values: Books, taken: Taken, books: readonly Compared[]) => {
  const refused = wrongKind(values, taken)
  if (Object.keys(refused).length > 0) return { refused }
  return {
    preview: books.flatMap(({ reading, differences }) => [
      `${WORKBOOK_LABELS[reading.edition]}. Rows with figures: ${reading.lines.length}`,
      ...(differences.length === 0 ? ['The workbook and the typed values are the same'] : []),
      ...differences.slice(0, MOST_SHOWN).map(describeDifference),
      ...(differences.length > MOST_SHOWN
        ? [`${differences.length - MOST_SHOWN} more differences, which the page will list`]
        : []),
      ...(reading.kind === 'metric' ? unusableRowsText(reading.lines) : []),
    ]),
  }
}

/** Stores what was read from a workbook, with its file. */
const keepReadings = (
  books: readonly Compared[],
  of: Pick<StoredWorkbookContent, 'ownerKind' | 'ownerId'>,
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

/** Definition that differs between kinds with workbooks. */
interface Reads<K extends WorkbookOwnerKind> extends Pick<
  ActionDefinition<K, Fields, never, object, unknown>,
  'from' | 'during'
> {
  /** Credit types that the subject may have. */
  traded: (read: Read, subject: EntityOfKind<K>) => Promise<readonly CreditType[]>
}

/** The action that files a workbook for a subject and compares it with the typed values. */
export const defineReadWorkbook = <K extends WorkbookOwnerKind>(on: K, { traded, ...available }: Reads<K>) =>
  action({
    name: 'ReadWorkbook',
    on,
    title: 'Read workbook',
    binds: {
      verb: 'File the workbook',
      undone:
        'This does not change any typed values. You can replace the workbook with a later one, and both stay on record.',
    },
    description:
      'Upload your workbook. We store it unchanged, and show its values next to the typed values so that you can compare them. This does not change any typed values.',
    who: [operator, owner, agent('RegisterForRound')],
    ...available,
    given: async (read, subject): Promise<Taken> => {
      const types = await traded(read, subject)
      return { takesMetric: types.includes('Biodiversity'), takesCalculator: types.some(isNutrient) }
    },
    fields: {
      biodiversityMetric: withHint(
        optional(workbookFile('Biodiversity metric', 'BiodiversityMetric')),
        'The Natural England workbook (4.0, 4.1 or statutory), filled in and saved in Excel. We never run its macros.',
      ),
      budgetCalculator: withHint(
        optional(workbookFile('Nutrient budget calculator', 'BudgetCalculator')),
        'The Natural England calculator for your catchment, completed to the last stage and saved in Excel.',
      ),
    },
    show: {
      biodiversityMetric: (_answers, { takesMetric }) => takesMetric,
      budgetCalculator: (_answers, { takesCalculator }) => takesCalculator,
    },
    check: checkSomeBook,
    reads: async (read, subject, values) =>
      compared(read, values, await readWorkbookComparer(on, subject, read)),
    preview: ({ values, given, reads }) => foreseen(values, given, reads),
    effect: ({ subject, reads, ...act }) => keepReadings(reads, { ownerKind: on, ownerId: subject.id }, act),
    done:
      on === 'requirement'
        ? 'Your workbook has been filed. Use “Fill from workbook” to copy its values'
        : 'Your workbook has been filed',
  })
