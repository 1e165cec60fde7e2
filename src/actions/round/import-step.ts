import { SYSTEM } from '#domain/actor'
import type { ImportListName } from '#contract/columns/column'
import type { TableRow } from '#domain/filed-document'
import { cellAnswers } from '../common/cells.ts'
import { NO_NEED } from '#domain/requirement'
import type { Round } from '#domain/round'
import type { Action, Answers, AnyAct, Facts } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { firstAnswers } from '../kit/judge.ts'
import { IMPORT_LISTS, questionsOf } from './import-lists.ts'

/** One of the actions that a row stands for, with the answers that its cells gave. */
export interface PlannedStep {
  action: Action
  values: Answers
  /** What its effect must know besides. */
  reads: unknown
  given: Facts
}

/** What a row of a list would add, before anything is answered. */
export const draftIn = (round: Round, list: ImportListName): object => ({
  ...NO_NEED,
  id: '',
  roundId: round.id,
  status: 'Draft',
  type: IMPORT_LISTS[list].capacity,
  typeId: null,
})

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

/** What an action refuses of the answers of a row, by question: it is asked before anything is carried out. */
export const refusedOf = (
  { refuse }: Action,
  known: Pick<AnyAct, 'on' | 'subject' | 'values' | 'given' | 'reads'>,
): Record<string, string> => {
  const refused = refuse?.({ ...known, actor: SYSTEM, now: known.given.today, newId: () => '' }) ?? {}
  return Object.fromEntries(
    Object.entries(refused).flatMap(([question, message]) => (message ? [[question, message]] : [])),
  )
}
