import type { Round } from '#domain/round/round'
import type { ImportListName } from '#contract/columns/column'
import { action, type Answers, type AnyEffectInput } from '../../kit/action.ts'
import { create, type Change } from '../../kit/changes.ts'
import { optional } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { participationChanges } from '../../participation/register.ts'
import { formatSheetErrors } from '../../common/sheet/errors.ts'
import { stepChanges } from '../../common/sheet/step.ts'
import { tableFileField } from '../../common/sheet/table-file-field.ts'
import { columnsByHeading, IMPORT_LISTS } from './import-lists.ts'
import type { PlannedOrganisation } from './import-organisation.ts'
import { planImport, type ImportPlan } from './import-plan.ts'
import type { PlannedItem } from './import-step.ts'
import { previewImport } from './import-report.ts'

type Making = Pick<AnyEffectInput, 'actor' | 'now' | 'newId'> & { plan: ImportPlan; round: Round }

const listFile = (label: string, list: ImportListName) => {
  const columns = columnsByHeading(IMPORT_LISTS[list])
  const headings = Object.keys(columns).join(', ')
  const hint = `A CSV file in UTF-8, or the first sheet of an Excel workbook (xlsx). Use the headings of a downloaded list, or these (only csvId is always needed): ${headings}`
  return optional(tableFileField(label, list, columns, hint))
}

/** Says whether anything differs from the stored values. */
const differs = ({ existing, details }: PlannedOrganisation): boolean => {
  const stored: Answers = { ...existing }
  return Object.entries(details).some(([column, value]) => (value ?? null) !== (stored[column] ?? null))
}

const organisationChanges = ({ plan, newId }: Making, ids: Map<string, string>): Change[] =>
  plan.organisations.flatMap((one): Change[] => {
    const id = one.existing?.id ?? newId()
    ids.set(one.csvId, id)
    const { type: _, ...details } = one.details
    if (!one.existing)
      return [{ change: 'create', kind: 'organisation', row: { ...details, id, type: 'PARTICIPANT' } }]
    return differs(one) ? [{ change: 'update', kind: 'organisation', id, patch: details }] : []
  })

const itemChanges = (making: Making, item: PlannedItem, ownerId: string): Change[] => {
  const { round, actor, now, newId } = making
  const { brings, capacity } = IMPORT_LISTS[item.list]
  const id = item.existing?.id ?? newId()
  const row = { id, roundId: round.id, agentId: null, name: item.name, status: 'Draft' } as const
  const made = item.existing
    ? []
    : brings === 'project'
      ? [
          create('project', {
            ...row,
            supplierId: ownerId,
            isFixedTerm: false,
            mitigationDurations: [],
            creditTypes: [],
          }),
        ]
      : [
          create('requirement', {
            ...row,
            buyerId: ownerId,
            type: capacity === 'Investor' ? 'Investor' : 'Buyer',
          }),
        ]
  const subject = item.existing ?? { ...row, creditTypes: [], placePrecision: 'catchment' }
  return [...made, ...stepChanges(item.steps, { on: brings, subject, name: item.name, actor, now, newId })]
}

/** Imports lists of suppliers, buyers and investors into a round, all or nothing; each row is recognised by its CSV ID. */
export const importData = action({
  name: 'ImportData',
  on: 'round',
  title: 'Import data',
  binds: {
    verb: 'Import the data',
    undone:
      'All rows are imported together. You cannot undo the import in one step: you would have to change each item.',
  },
  description:
    'Adds or updates participants by their CSV ID, records their interest in this round, and drafts their projects and credit requirements. You see the changes first.',
  who: [operator],
  approval: 'secondPerson',
  from: ['Draft', 'Open', 'Closed'],
  fields: {
    suppliers: listFile('Suppliers', 'suppliers'),
    buyers: listFile('Buyers', 'buyers'),
    investors: listFile('Investors', 'investors'),
  },
  check: ({ suppliers, buyers, investors }) =>
    suppliers || buyers || investors ? {} : { form: 'Provide at least one file to import from' },
  reads: (read, round, values, { today }) => planImport(read, round, values, today),
  preview: ({ reads: plan }) =>
    Object.keys(plan.faults).length > 0
      ? { refused: formatSheetErrors(plan.faults) }
      : { preview: previewImport(plan, differs) },
  effect: ({ subject: round, reads: plan, actor, now, newId }) => {
    const making = { plan, round, actor, now, newId }
    const ids = new Map<string, string>()
    const organisations = organisationChanges(making, ids)
    const idOf = (csvId: string): string => ids.get(csvId) ?? ''
    return [
      ...organisations,
      ...plan.participations
        .filter(({ existing }) => !existing)
        .flatMap(({ list, csvId }) =>
          participationChanges(idOf(csvId), round.id, [IMPORT_LISTS[list].capacity], 'Interested', [], newId),
        ),
      ...plan.items.flatMap(item => itemChanges(making, item, idOf(item.csvId))),
    ]
  },
  done: 'The data has been imported',
})
