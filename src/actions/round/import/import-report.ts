import { IMPORT_LISTS } from './import-lists.ts'
import type { PlannedOrganisation } from './import-organisation.ts'
import type { ImportPlan } from './import-plan.ts'
import {
  addedOrganisationsText,
  changedOrganisationsText,
  ignoredColumnsText,
  IMPORTED_ITEMS_TEXTS,
  moreDuplicatesText,
  recordedInterestText,
  rowsOfOtherFilesText,
  unchangedOrganisationsText,
} from './messages.ts'

const MAX_DUPLICATES = 10

/** Effects of an import, as sentences. */
export const previewImport = (
  { organisations, participations, items, doubles, leftOut }: ImportPlan,
  isChanged: (one: PlannedOrganisation) => boolean,
): string[] => {
  const added = organisations.filter(({ existing }) => !existing)
  const changed = organisations.filter(one => one.existing && isChanged(one))
  const same = organisations.length - added.length - changed.length
  const namesOf = (some: readonly PlannedOrganisation[]): string[] =>
    some.map(({ csvId, details }) => `${String(details.name)} (${csvId})`)
  const itemSentences = (brings: 'project' | 'requirement', isNew: boolean): string[] => {
    const names = items
      .filter(({ list, existing }) => IMPORT_LISTS[list].brings === brings && !existing === isNew)
      .map(({ name }) => name)
    return names.length === 0 ? [] : [IMPORTED_ITEMS_TEXTS[brings][isNew ? 'drafted' : 'updated'](names)]
  }
  return [
    addedOrganisationsText(namesOf(added)),
    changedOrganisationsText(namesOf(changed)),
    ...doubles.slice(0, MAX_DUPLICATES),
    ...(doubles.length > MAX_DUPLICATES ? [moreDuplicatesText(doubles.length - MAX_DUPLICATES)] : []),
    ...(same > 0 ? [unchangedOrganisationsText(same)] : []),
    recordedInterestText(participations.filter(({ existing }) => !existing).length),
    ...itemSentences('project', true),
    ...itemSentences('project', false),
    ...itemSentences('requirement', true),
    ...itemSentences('requirement', false),
    ...leftOut.flatMap(({ list, told, others }) => [
      ...(told.length > 0 ? [ignoredColumnsText(list, told)] : []),
      ...(others > 0 ? [rowsOfOtherFilesText(list, others)] : []),
    ]),
  ]
}
