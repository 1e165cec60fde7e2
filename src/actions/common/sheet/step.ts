import type { StoredKind } from '#domain/disclosure/entities'
import { SYSTEM } from '#domain/people/actor'
import type { UploadedTableRow } from '#domain/text/filed-document'
import { parseCells } from '../../fields/cells.ts'
import {
  saveAnswers,
  type Action,
  type ActionFacts,
  type Answers,
  type AnyEffectInput,
} from '../../kit/action.ts'
import type { Change, Read } from '../../kit/changes.ts'
import { acceptedAnswers, initialAnswers, isFieldVisible, validateAnswers } from '../../kit/judge.ts'
import { importableFields } from './table-file-field.ts'

/** An action of a row, with the answers from its cells. */
export interface PlannedStep {
  action: Action
  values: Answers
  /** Facts that the step's effect needs. */
  reads: unknown
  given: ActionFacts
}

/** Facts with which the rows of a sheet are validated, and the reads for more. */
export interface SheetFacts {
  read: Read
  facts: ActionFacts & { today: string }
}

/** Result of planning an action of a row: the step, errors by question, or why the action is not possible. */
export interface StepOutcome {
  step?: PlannedStep
  messages?: Record<string, string>
  obstacle?: string
}

/** Says whether a row has a cell that answers a question of the action. */
export const hasCellsFor = (part: Action, { cells }: UploadedTableRow): boolean =>
  Object.keys(importableFields(part)).some(column => cells[column])

/** Answers of a row's cells to the questions of an action, and the current answers. */
const parseStepAnswers = async (
  { read, facts }: SheetFacts,
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
  known: SheetFacts,
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
const readStepRefusals = (
  { refuse }: Action,
  known: Pick<AnyEffectInput, 'on' | 'subject' | 'values' | 'given' | 'reads'>,
): Record<string, string> => {
  const refused = refuse?.({ ...known, actor: SYSTEM, now: known.given.today, newId: () => '' }) ?? {}
  return Object.fromEntries(
    Object.entries(refused).flatMap(([question, message]) => (message ? [[question, message]] : [])),
  )
}

/**
 * Plans an action of a row as its form would validate it. Cells of questions that the form would not show must be empty, unless
 * `mayBeHidden`, because a downloaded list has all columns. Returns nothing if the row has no cell for the action.
 */
export const planStep = async (
  known: SheetFacts,
  {
    row,
    on,
    mayBeHidden,
  }: { row: UploadedTableRow; on: StoredKind; mayBeHidden: (column: string) => boolean },
  part: Action,
  subject: object,
): Promise<StepOutcome> => {
  if (!hasCellsFor(part, row)) return {}
  const verdict = part.when?.(subject, SYSTEM) ?? true
  if (verdict !== true) return { obstacle: `${Object.keys(importableFields(part)).join(', ')}: ${verdict}.` }
  const { action, given, first, answers, messages } = await parseStepAnswers(known, row, part, subject)
  const all = { ...first, ...answers }
  const judged = { ...validateAnswers(action, all, given), ...messages }
  if (Object.keys(judged).length > 0) return { messages: judged }
  const unasked = Object.keys(answers).filter(
    column => !isFieldVisible(action, column, all, given) && !mayBeHidden(column),
  )
  if (unasked.length > 0)
    return {
      messages: Object.fromEntries(unasked.map(column => [column, 'Must be empty, given the other answers'])),
    }
  const values = acceptedAnswers(action, all, given)
  const reads = await part.reads?.(known.read, subject, values, given)
  return {
    step: { action, values, reads, given },
    messages: readStepRefusals(part, { on, subject, values, given, reads }),
  }
}

/** Changes of the planned steps of a thing with this name. */
export const stepChanges = (
  steps: readonly PlannedStep[],
  {
    on,
    subject,
    name,
    ...act
  }: Pick<AnyEffectInput, 'actor' | 'now' | 'newId'> & {
    on: StoredKind
    subject: { id: string }
    name: string
  },
): Change[] =>
  steps.flatMap(({ action: { effect }, values, reads, given }): Change[] => {
    if (typeof effect === 'function')
      return effect({ ...act, on, subject, given, reads, values: { ...values, name } })
    return effect === saveAnswers ? [{ change: 'update', kind: on, id: subject.id, patch: values }] : []
  })
