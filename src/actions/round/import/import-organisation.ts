import { iterateSimilarPairs, type OrganisationToCompare } from '#domain/people/look-alikes'
import type { Organisation } from '#domain/people/organisation'
import {
  normaliseRegisteredNumber,
  REGISTERED_NUMBERS,
  UNIQUE_REGISTERED_NUMBERS,
} from '#domain/people/registered-numbers'
import type { Answers } from '../../kit/action.ts'
import type { Read } from '../../kit/changes.ts'
import { readComparableOrganisations } from '../../organisation/look-alike.ts'

/** An organisation of a list: its existing record, and its new data. */
export interface PlannedOrganisation {
  csvId: string
  existing: Organisation | undefined
  details: Answers
}

/** Normalises a cell about an organisation: numbers in their usual form. */
export const normaliseCell = (column: string, cell: string): string => {
  const kind = REGISTERED_NUMBERS.find(one => one === column)
  return kind ? normaliseRegisteredNumber(kind, cell) : cell
}

/** Messages for numbers that another organisation has, in the market or in the lists; by column. */
export const readNumberConflicts = async (
  read: Read,
  { csvId, existing, details }: PlannedOrganisation,
  listed: readonly PlannedOrganisation[],
): Promise<Record<string, string>> => {
  const messages: Record<string, string> = {}
  for (const kind of UNIQUE_REGISTERED_NUMBERS) {
    const number = details[kind]
    if (typeof number !== 'string') continue
    const stored = await read.list('organisation', {
      type: 'PARTICIPANT',
      [kind]: number,
      mergedIntoId: null,
    })
    const inMarket = stored.find(({ id }) => id !== existing?.id)?.name
    const inLists = listed.find(one => one.csvId !== csvId && one.details[kind] === number)?.csvId
    const other = inMarket ?? inLists
    if (other) messages[kind] = `${other} already has this number`
  }
  return messages
}

const textIn = (details: Answers, column: string): string | null => {
  const value = details[column]
  return typeof value === 'string' ? value : null
}

const comparedOf = ({ csvId, details }: PlannedOrganisation): OrganisationToCompare => ({
  id: csvId,
  type: 'PARTICIPANT',
  name: textIn(details, 'name') ?? '',
  companyNumber: textIn(details, 'companyNumber'),
  charityNumber: textIn(details, 'charityNumber'),
  holdingNumber: textIn(details, 'holdingNumber'),
  email: textIn(details, 'email'),
  phone: textIn(details, 'phone'),
  mailingAddress: textIn(details, 'mailingAddress'),
})

/** Possible duplicates of new organisations, in the market or in the lists, as sentences. */
export const readPossibleDuplicates = async (
  read: Read,
  listed: readonly PlannedOrganisation[],
): Promise<string[]> => {
  const added = listed.filter(({ existing }) => !existing).map(comparedOf)
  if (added.length === 0) return []
  const all = [...(await readComparableOrganisations(read)), ...added]
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const isAdded = new Set(added.map(({ id }) => id))
  return [...iterateSimilarPairs(all)]
    .filter(({ ids: [, newer] }) => isAdded.has(newer))
    .map(
      ({ ids: [older, newer], reasons }) =>
        `${names.get(newer)} looks like ${names.get(older)}: ${reasons.join(', ')}`,
    )
}
