import type { EntityMap } from '#domain/disclosure/entities'
import { SYSTEM } from '#domain/people/actor'
import type { ImportListName } from '#contract/columns/column'
import type { UploadedTableRow } from '#domain/text/filed-document'
import { parseCells } from '../../fields/cells.ts'
import { EMPTY_NEED_FIELDS } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import type { Action, Answers, AnyEffectInput, ActionFacts } from '../../kit/action.ts'
import type { Read } from '../../kit/changes.ts'
import { initialAnswers } from '../../kit/judge.ts'
import { IMPORT_LISTS, importableFields } from './import-lists.ts'

/** An action of a row, with the answers from its cells. */
export interface PlannedStep {
  action: Action
  values: Answers
  /** Facts that the step's effect needs. */
  reads: unknown
  given: ActionFacts
}

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

interface Known {
  read: Read
  facts: ActionFacts & { today: string }
}

/** Answers of a row's cells to the questions of an action, and the current answers. */
export const parseStepAnswers = async (
  { read, facts }: Known,
  row: UploadedTableRow,
  part: Action,
  subject: object,
) => {
  const fields = importableFields(part)
  const action: Action = { ...part, fields }
  const given = { ...(await part.given?.(read, subject, SYSTEM, facts.today)), ...facts }
  const first = initialAnswers(action, subject, given)
  return { action, given, first, ...parseCells(fields, row.cells, given) }
}

/** Says whether a row changes nothing. */
export const isStepUnchanged = async (
  known: Known,
  row: UploadedTableRow,
  part: Action,
  subject: object,
): Promise<boolean> => {
  const { first, answers, messages } = await parseStepAnswers(known, row, part, subject)
  const isSame = (question: string): boolean =>
    JSON.stringify(answers[question]) === JSON.stringify(first[question])
  return Object.keys(messages).length === 0 && Object.keys(answers).every(isSame)
}

/** Refusals of an action for the answers of a row, by question, before anything is changed. */
export const readStepRefusals = (
  { refuse }: Action,
  known: Pick<AnyEffectInput, 'on' | 'subject' | 'values' | 'given' | 'reads'>,
): Record<string, string> => {
  const refused = refuse?.({ ...known, actor: SYSTEM, now: known.given.today, newId: () => '' }) ?? {}
  return Object.fromEntries(
    Object.entries(refused).flatMap(([question, message]) => (message ? [[question, message]] : [])),
  )
}
