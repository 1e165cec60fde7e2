import type { StoredKind } from '#domain/entities'
import type { Round } from '#domain/round'
import { save, type Answers } from '../kit/action.ts'
import { action } from '../kit/action.ts'
import { create, update, type Change, type Patch } from '../kit/changes.ts'
import { optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { participate } from '../participation/participate.ts'
import { columnsOf, IMPORT_LISTS, tableFile } from './import-lists.ts'
import { planImport, type ImportPlan, type PlannedItem, type PlannedOrganisation } from './import-plan.ts'
import { faultLines, previewOf } from './import-report.ts'

type Making = { plan: ImportPlan; round: Round; newId: () => string }

const hintOf = (list: keyof typeof IMPORT_LISTS): string =>
  `A CSV file in UTF-8. Headings, of which only csvId is always needed: ${columnsOf(IMPORT_LISTS[list]).join(', ')}`

/** Is anything to be stored that is not so already? */
const differs = ({ existing, details }: PlannedOrganisation): boolean =>
  Object.entries(details).some(
    ([column, value]) => (value ?? null) !== ((existing as Answers | undefined)?.[column] ?? null),
  )

const organisationChanges = ({ plan, newId }: Making, ids: Map<string, string>): Change[] =>
  plan.organisations.flatMap(one => {
    const id = one.existing?.id ?? newId()
    ids.set(one.csvId, id)
    const { type: _, ...details } = one.details
    if (!one.existing) return [create('organisation', { ...details, id, type: 'PARTICIPANT' })]
    return differs(one) ? [update('organisation', one.existing, details)] : []
  })

const itemChanges = ({ round, newId }: Making, item: PlannedItem, ownerId: string, act: object): Change[] => {
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
  const subject = item.existing ?? { ...row, creditTypes: [] }
  return [
    ...made,
    ...item.steps.flatMap(({ action: { effect }, values, given }) =>
      typeof effect === 'function'
        ? effect({ ...act, subject, values: { ...values, name: item.name }, given } as never)
        : effect === save
          ? [update(brings as StoredKind, { id }, values as Patch<StoredKind>)]
          : [],
    ),
  ]
}

/** Brings lists of suppliers, buyers and investors into a round, whole or not at all; each row is known by its CSV ID. */
export const importData = action({
  name: 'ImportData',
  on: 'round',
  title: 'Import data',
  description:
    'Adds or updates participants by their CSV ID, notes their interest in this round, and drafts their projects and credit requirements. You see what would change before anything is done.',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  fields: {
    suppliers: optional(tableFile('Suppliers', 'suppliers', hintOf('suppliers'))),
    buyers: optional(tableFile('Buyers', 'buyers', hintOf('buyers'))),
    investors: optional(tableFile('Investors', 'investors', hintOf('investors'))),
  },
  check: ({ suppliers, buyers, investors }) =>
    suppliers || buyers || investors ? {} : { form: 'Provide at least one file to import from' },
  reads: (read, round, values) => planImport(read, round, values),
  preview: ({ reads: plan }) =>
    Object.keys(plan.faults).length > 0
      ? { refused: faultLines(plan.faults) }
      : { preview: previewOf(plan, differs) },
  effect: ({ subject: round, reads: plan, newId, ...act }) => {
    const making = { plan, round, newId }
    const ids = new Map<string, string>()
    const organisations = organisationChanges(making, ids)
    const idOf = (csvId: string): string => ids.get(csvId) ?? ''
    return [
      ...organisations,
      ...plan.participations
        .filter(({ existing }) => !existing)
        .flatMap(({ list, csvId }) =>
          participate(idOf(csvId), round.id, [IMPORT_LISTS[list].capacity], 'Interested', [], newId),
        ),
      ...plan.items.flatMap(item => itemChanges(making, item, idOf(item.csvId), act)),
    ]
  },
  done: 'The data is imported',
})
