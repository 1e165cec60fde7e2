import { alikePairs, type Compared } from '#domain/look-alikes'
import type { Organisation } from '#domain/organisation'
import { normalNumber, REGISTERED_NUMBERS, UNIQUE_NUMBERS } from '#domain/registered-numbers'
import type { Answers } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { knownOrganisations } from '../organisation/look-alike.ts'

/** An organisation of a list: who it is already, and what is to be known of it. */
export interface PlannedOrganisation {
  csvId: string
  existing: Organisation | undefined
  details: Answers
}

/** A cell about an organisation as it is kept: numbers in their usual form. */
export const normalCell = (column: string, cell: string): string => {
  const kind = REGISTERED_NUMBERS.find(one => one === column)
  return kind ? normalNumber(kind, cell) : cell
}

/** What is said of numbers that another organisation has, in the market or in the lists; by column. */
export const numbersOfOthers = async (
  read: Read,
  { csvId, existing, details }: PlannedOrganisation,
  listed: readonly PlannedOrganisation[],
): Promise<Record<string, string>> => {
  const messages: Record<string, string> = {}
  for (const kind of UNIQUE_NUMBERS) {
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
    if (other) messages[kind] = `${other} has this number already`
  }
  return messages
}

const textIn = (details: Answers, column: string): string | null => {
  const value = details[column]
  return typeof value === 'string' ? value : null
}

const comparedOf = ({ csvId, details }: PlannedOrganisation): Compared => ({
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

/** What the organisations that lists would add look like, in the market or in the lists, in sentences. */
export const doublesAmong = async (read: Read, listed: readonly PlannedOrganisation[]): Promise<string[]> => {
  const added = listed.filter(({ existing }) => !existing).map(comparedOf)
  if (added.length === 0) return []
  const all = [...(await knownOrganisations(read)), ...added]
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const isAdded = new Set(added.map(({ id }) => id))
  return [...alikePairs(all)]
    .filter(({ ids: [, newer] }) => isAdded.has(newer))
    .map(
      ({ ids: [older, newer], reasons }) =>
        `${names.get(newer)} looks like ${names.get(older)}: ${reasons.join(', ')}`,
    )
}
