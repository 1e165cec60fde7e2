import { IMPORT_LISTS } from './import-lists.ts'
import type { PlannedOrganisation } from './import-organisation.ts'
import type { ImportPlan } from './import-plan.ts'

const MOST_NAMES = 10

const listed = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `: ${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''}`

const counted = (number: number, one: string, several: string): string =>
  `${number} ${number === 1 ? one : several}`

/** What an import would do, in sentences. */
export const previewOf = (
  { organisations, participations, items, doubles, leftOut }: ImportPlan,
  isChanged: (one: PlannedOrganisation) => boolean,
): string[] => {
  const added = organisations.filter(({ existing }) => !existing)
  const changed = organisations.filter(one => one.existing && isChanged(one))
  const same = organisations.length - added.length - changed.length
  const called = (some: readonly PlannedOrganisation[]): string =>
    listed(some.map(({ csvId, details }) => `${String(details.name)} (${csvId})`))
  const itemsOf = (brings: 'project' | 'requirement', isNew: boolean): string[] =>
    items
      .filter(({ list, existing }) => IMPORT_LISTS[list].brings === brings && !existing === isNew)
      .map(({ name }) => name)
  const sentence = (names: readonly string[], one: string, several: string, what: string): string[] =>
    names.length === 0 ? [] : [`${counted(names.length, one, several)} ${what}${listed(names)}`]
  return [
    `${counted(added.length, 'organisation', 'organisations')} would be added${called(added)}`,
    `${counted(changed.length, 'organisation', 'organisations')} would be changed${called(changed)}`,
    ...doubles.slice(0, MOST_NAMES),
    ...(doubles.length > MOST_NAMES ? [`and ${doubles.length - MOST_NAMES} more look like others`] : []),
    ...(same > 0 ? [counted(same, 'organisation stays as it is', 'organisations stay as they are')] : []),
    `${counted(participations.filter(({ existing }) => !existing).length, 'participation', 'participations')} would be noted as interested`,
    ...sentence(itemsOf('project', true), 'project', 'projects', 'would be drafted'),
    ...sentence(itemsOf('project', false), 'project', 'projects', 'would be updated'),
    ...sentence(
      itemsOf('requirement', true),
      'credit requirement',
      'credit requirements',
      'would be drafted',
    ),
    ...sentence(
      itemsOf('requirement', false),
      'credit requirement',
      'credit requirements',
      'would be updated',
    ),
    ...leftOut.flatMap(({ list, told, others }) => [
      ...(told.length > 0 ? [`Not imported from the ${list}: ${told.join(', ')}`] : []),
      ...(others > 0
        ? [`${counted(others, 'row', 'rows')} of the ${list} ${others === 1 ? 'is' : 'are'} for another file`]
        : []),
    ]),
  ]
}
