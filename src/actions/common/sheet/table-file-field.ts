import type { DocumentTag, UploadedFileRef, UploadedTable } from '#domain/text/filed-document'
import type { Action } from '../../kit/action.ts'
import { file, type Field, type Fields } from '../../kit/fields.ts'

/** Questions of an action that a cell can answer: not its name, which has its own heading, and not its documents. */
export const importableFields = (part: Action): Fields =>
  Object.fromEntries(
    Object.entries(part.fields).filter(
      ([question, field]) => question !== 'name' && field.storage === 'keep',
    ),
  )

/** A CSV or Excel list to upload, whose rows the action reads. */
export const tableFileField = (
  label: string,
  tag: DocumentTag,
  columns: Fields,
  hint: string,
): Field<UploadedFileRef, UploadedTable, 'file'> => ({
  ...file(label, tag, ['csv', 'xlsx']),
  // The rows are read where the file is stored.
  toSaved: list => ({ ...list, header: [], rows: [] }),
  toDraft: ({ id, name: called }) => ({ id, name: called }),
  reads: 'table',
  isAnew: true,
  columns,
  hint,
})
