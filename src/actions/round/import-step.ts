import { SYSTEM } from '#domain/actor'
import type { TableRow } from '#domain/filed-document'
import { cellAnswers } from '../common/cells.ts'
import type { Action, Answers, Facts } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { firstAnswers } from '../kit/judge.ts'
import { questionsOf } from './import-lists.ts'

/** One of the actions that a row stands for, with the answers that its cells gave. */
export interface PlannedStep {
  action: Action
  values: Answers
  given: Facts
}

interface Known {
  read: Read
  facts: Facts & { today: string }
}

/** What the cells of a row answer to the questions of an action, and what was answered before. */
export const readStep = async ({ read, facts }: Known, row: TableRow, part: Action, subject: object) => {
  const fields = questionsOf(part)
  const action: Action = { ...part, fields }
  const given = { ...(await part.given?.(read, subject, SYSTEM, facts.today)), ...facts }
  const first = firstAnswers(action, subject, given)
  return { action, given, first, ...cellAnswers(fields, row.cells, given) }
}

/** Does a row say nothing but what is stored? */
export const isAsStored = async (
  known: Known,
  row: TableRow,
  part: Action,
  subject: object,
): Promise<boolean> => {
  const { first, answers, messages } = await readStep(known, row, part, subject)
  const isSame = (question: string): boolean =>
    JSON.stringify(answers[question]) === JSON.stringify(first[question])
  return Object.keys(messages).length === 0 && Object.keys(answers).every(isSame)
}
