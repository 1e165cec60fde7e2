import { z } from 'zod'
import type { Choice, DraftValue, Field, Fields, SavedValue } from './fields.ts'
import { toStoredAnswers } from './judge.ts'

type RowDraft<F extends Fields> = { id: string } & { [N in keyof F]?: DraftValue<F[N]> | null }
type RowSaved<F extends Fields> = { id: string } & { [N in keyof F]: SavedValue<F[N]> }

/** Repeats questions once per row; the rows depend on other answers or on `given`. Answers are lists with row ids. */
export const repeatPerRow = <
  F extends Fields,
  A extends Record<string, unknown>,
  G extends Record<string, unknown>,
>(
  label: string,
  rowsOf: (answers: A, given: G) => readonly Choice[],
  fields: F,
): Field<RowDraft<F>[], RowSaved<F>[], 'drop'> => ({
  type: 'Input',
  label,
  rule: z.custom<RowDraft<F>[]>(Array.isArray),
  storage: 'drop',
  toSaved: rows => rows.map(row => ({ ...toStoredAnswers(fields, row), id: row.id }) as RowSaved<F>),
  // No column has the whole answer, so a form cannot show it again.
  toDraft: () => [],
  perRow: { rowsOf, fields },
})
