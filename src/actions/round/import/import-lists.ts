import type { StoredKind } from '#domain/disclosure/entities'
import type { Capacity } from '#domain/values/capacity'
import { REGISTERED_NUMBERS } from '#domain/people/registered-numbers'
import type { ImportListName } from '#contract/columns/column'
import type { Action } from '../../kit/action.ts'
import { importableFields } from '../../common/sheet/table-file-field.ts'
import { name, optional, text, type Fields } from '../../kit/fields.ts'
import { organisationFormFields } from '../../organisation/details.ts'
import { setLocation } from '../../project/set-location.ts'
import { update as updateProject } from '../../project/update.ts'
import { setBuyerCredits } from '../../requirement/set-buyer-credits.ts'
import { setBuyerDevelopment } from '../../requirement/set-buyer-development.ts'
import { setInvestorCredits } from '../../requirement/set-investor-credits.ts'
import { setInvestorLocation } from '../../requirement/set-investor-location.ts'

/** A list that can be imported: its organisations, the things that each may bring, and the actions that validate it. */
export interface ImportList {
  capacity: Capacity
  /** Kind of thing in a row, and the heading of its name. */
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

/** Columns about the organisation itself. */
export const ORGANISATION_COLUMNS = [
  'csvId',
  'name',
  'contact',
  'email',
  'phone',
  'mailingAddress',
  ...REGISTERED_NUMBERS,
] as const

/** Columns of a list, by heading. */
export const columnsByHeading = ({ brings, parts }: ImportList): Fields => ({
  ...Object.fromEntries(ORGANISATION_COLUMNS.map(column => [column, organisationFormFields[column]])),
  csvId: text('CSV ID'),
  [brings]: optional(name(`Name of the ${brings}`)),
  ...Object.assign({}, ...parts.map(importableFields)),
})
