import { CASE_TYPE_LABELS, CASE_TYPES, CONCERN_TYPES, type CaseType } from '#domain/case/case'
import { limitToAvailable, longText, notStored, oneOf, pastDate, withHint } from '../kit/fields.ts'

/** Facts that decide what a person may report. */
export interface ReportableTypes extends Record<string, unknown> {
  types: readonly CaseType[]
}

/** Types of cases that the market operator, or someone else, may report about a subject. */
export const reportableTypes = (isStaff: boolean, possible: readonly CaseType[]): CaseType[] => {
  const allowed: readonly CaseType[] = isStaff ? CASE_TYPES : CONCERN_TYPES
  return possible.filter(type => allowed.includes(type))
}

/** Questions of a report: the type, the first day, and what happened. */
export const reportFields = {
  type: withHint(
    notStored(
      limitToAvailable(
        oneOf('What is it about?', CASE_TYPES, CASE_TYPE_LABELS),
        (choice, _answers, { types }: ReportableTypes) => types.some(type => type === choice),
      ),
    ),
    'While a delivery failure is open, everyone can see that the units of the project are in doubt.',
  ),
  since: withHint(
    notStored(pastDate('Since when?')),
    'The first day on which something was wrong, as far as you know.',
  ),
  what: withHint(
    notStored(longText('What happened?')),
    'Everyone whom the case concerns can read this: the owner, the holders of units and their planning authorities.',
  ),
}

const ALREADY_OPEN = 'A case like this is open already'
const NOT_REPORTABLE = 'Choose one from the list'

/** Message about a type that the reader cannot report, or of which a case is open; undefined if it can be reported. */
export const typeMessage = (
  type: CaseType | null | undefined,
  types: readonly CaseType[],
  isOpen: boolean,
): string | undefined => {
  if (!type) return undefined
  if (!types.includes(type)) return NOT_REPORTABLE
  return isOpen ? ALREADY_OPEN : undefined
}
