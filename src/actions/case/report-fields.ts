import {
  DAYS_AFTER_DISMISSAL,
  CASE_TYPE_LABELS,
  CASE_TYPES,
  CONCERN_TYPES,
  type CaseType,
} from '#domain/case/case'
import { isOperator, type Actor } from '#domain/people/actor'
import { addDays, showDay, utcDayOf, type Day } from '@credit-market/values/dates'
import type { Read } from '../kit/changes.ts'
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

/** A report that was dismissed, and the day from which its reporter can report the same again. */
export interface DismissedReport {
  type: CaseType
  projectId: string | null
  until: Day
}

/** Reads which types someone cannot report again yet. Planning authorities and the market operator always can. */
export const readDismissedReports = async (
  read: Read,
  projectIds: readonly string[],
  actor: Actor,
  today: Day,
): Promise<DismissedReport[]> => {
  const { organisationId, organisationType } = actor
  if (organisationId === null || organisationType === 'LPA' || isOperator(actor) || projectIds.length === 0)
    return []
  const dismissed = await read.list('case', {
    projectId: projectIds,
    reportedForId: organisationId,
    status: 'Dismissed',
  })
  return dismissed
    .map(({ type, projectId, endedAt }) => ({
      type,
      projectId,
      until: addDays(utcDayOf(endedAt ?? ''), DAYS_AFTER_DISMISSAL),
    }))
    .filter(({ until }) => today < until)
}

const ALREADY_OPEN = 'A case like this is open already'
const NOT_REPORTABLE = 'Choose one from the list'

/** Message about a type that someone cannot report; undefined if it can be reported. */
export const typeMessage = (
  type: CaseType | null | undefined,
  {
    types,
    isOpen,
    dismissed,
  }: { types: readonly CaseType[]; isOpen: boolean; dismissed: readonly DismissedReport[] },
): string | undefined => {
  if (!type) return undefined
  if (!types.includes(type)) return NOT_REPORTABLE
  if (isOpen) return ALREADY_OPEN
  const last = dismissed.findLast(one => one.type === type)
  return (
    last &&
    `Your report was dismissed. You can report this again from ${showDay(last.until)}, or ask the market operator`
  )
}
