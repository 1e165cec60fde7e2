import type { StoredKind } from '#domain/entities'
import type { DocumentTag, FileRef, UploadedTable } from '#domain/filed-document'
import type { Capacity } from '#domain/capacity'
import { REGISTERED_NUMBERS } from '#domain/registered-numbers'
import type { ImportListName } from '#contract/columns/column'
import type { Action } from '../kit/action.ts'
import { file, name, optional, text, type Field, type Fields } from '../kit/fields.ts'
import { organisationFields } from '../organisation/details.ts'
import { setLocation } from '../project/set-location.ts'
import { update as updateProject } from '../project/update.ts'
import { setBuyerCredits } from '../requirement/set-buyer-credits.ts'
import { setBuyerDevelopment } from '../requirement/set-buyer-development.ts'
import { setInvestorCredits } from '../requirement/set-investor-credits.ts'
import { setInvestorLocation } from '../requirement/set-investor-location.ts'

/** A list that can be imported: who is in it, what each of them may bring, and the actions that say how it is judged. */
export interface ImportList {
  capacity: Capacity
  /** The kind of thing that a row may bring, and the heading under which its name stands. */
  brings: StoredKind & ('project' | 'requirement')
  parts: readonly Action[]
}

/** The three lists by the name of their file. */
export const IMPORT_LISTS = {
  suppliers: { capacity: 'Supplier', brings: 'project', parts: [updateProject, setLocation] },
  buyers: { capacity: 'Buyer', brings: 'requirement', parts: [setBuyerCredits, setBuyerDevelopment] },
  investors: {
    capacity: 'Investor',
    brings: 'requirement',
    parts: [setInvestorCredits, setInvestorLocation],
  },
} as const satisfies Record<ImportListName, ImportList>

/** What is said of the organisation itself. */
export const ORGANISATION_COLUMNS = [
  'csvId',
  'name',
  'contact',
  'email',
  'phone',
  'mailingAddress',
  ...REGISTERED_NUMBERS,
] as const

/** The questions of an action that a cell can answer: not its name, which has a heading of its own, nor its documents. */
export const questionsOf = (part: Action): Fields =>
  Object.fromEntries(
    Object.entries(part.fields).filter(
      ([question, field]) => question !== 'name' && field.storage === 'keep',
    ),
  )

/** The columns that a list may have, by their headings. */
export const columnsOf = ({ brings, parts }: ImportList): Fields => ({
  ...Object.fromEntries(ORGANISATION_COLUMNS.map(column => [column, organisationFields[column]])),
  csvId: text('CSV ID'),
  [brings]: optional(name(`Name of the ${brings}`)),
  ...Object.assign({}, ...parts.map(questionsOf)),
})

/** A list to upload as CSV or as an Excel workbook, whose rows the action reads. */
export const tableFile = (
  label: string,
  tag: DocumentTag,
  columns: Fields,
  hint: string,
): Field<FileRef, UploadedTable, 'file'> => ({
  ...file(label, tag, ['csv', 'xlsx']),
  // The rows are read where the file lies.
  toSaved: list => ({ ...list, header: [], rows: [] }),
  toDraft: ({ id, name: called }) => ({ id, name: called }),
  reads: 'table',
  isAnew: true,
  columns,
  hint,
})
