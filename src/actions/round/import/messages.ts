const MAX_NAMES = 10

/** Names as a list, of which ten are shown: "A, B and 3 more". */
const nameList = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ')

type CountedNames = (names: readonly string[]) => string

export const addedOrganisationsText: CountedNames = names =>
  names.length === 0
    ? 'No organisations will be added'
    : names.length === 1
      ? `1 organisation will be added: ${nameList(names)}`
      : `${names.length} organisations will be added: ${nameList(names)}`

export const changedOrganisationsText: CountedNames = names =>
  names.length === 0
    ? 'No organisations will be changed'
    : names.length === 1
      ? `1 organisation will be changed: ${nameList(names)}`
      : `${names.length} organisations will be changed: ${nameList(names)}`

export const unchangedOrganisationsText = (count: number): string =>
  count === 1 ? '1 organisation will not change' : `${count} organisations will not change`

export const moreDuplicatesText = (count: number): string => `${count} more organisations may be duplicates`

export const recordedInterestText = (count: number): string =>
  count === 1
    ? '1 participation will be recorded as interested'
    : `${count} participations will be recorded as interested`

/** Sentences about new and existing projects and credit requirements of an import. */
export const IMPORTED_ITEMS_TEXTS: Record<
  'project' | 'requirement',
  Record<'drafted' | 'updated', CountedNames>
> = {
  project: {
    drafted: names =>
      names.length === 1
        ? `1 project will be drafted: ${nameList(names)}`
        : `${names.length} projects will be drafted: ${nameList(names)}`,
    updated: names =>
      names.length === 1
        ? `1 project will be updated: ${nameList(names)}`
        : `${names.length} projects will be updated: ${nameList(names)}`,
  },
  requirement: {
    drafted: names =>
      names.length === 1
        ? `1 credit requirement will be drafted: ${nameList(names)}`
        : `${names.length} credit requirements will be drafted: ${nameList(names)}`,
    updated: names =>
      names.length === 1
        ? `1 credit requirement will be updated: ${nameList(names)}`
        : `${names.length} credit requirements will be updated: ${nameList(names)}`,
  },
}

export const ignoredColumnsText = (list: string, columns: readonly string[]): string =>
  `Not imported from the ${list}: ${columns.join(', ')}`

export const rowsOfOtherFilesText = (list: string, count: number): string =>
  count === 1
    ? `1 row of the ${list} is for another file`
    : `${count} rows of the ${list} are for another file`
