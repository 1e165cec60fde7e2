import type { EntityMap } from '#domain/disclosure/entities'
import type { ImportListName } from '#contract/columns/column'
import { EMPTY_NEED_FIELDS } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import type { PlannedStep } from '../../common/sheet/step.ts'
import { IMPORT_LISTS } from './import-lists.ts'

/** A project or requirement of a list. */
export interface PlannedItem {
  list: ImportListName
  csvId: string
  name: string
  existing: EntityMap['project'] | EntityMap['requirement'] | undefined
  steps: PlannedStep[]
}

/** The new thing of a row, before its answers. */
export const createDraftItem = (round: Round, list: ImportListName): object => ({
  ...EMPTY_NEED_FIELDS,
  id: '',
  roundId: round.id,
  status: 'Draft',
  type: IMPORT_LISTS[list].capacity,
  typeId: null,
})
