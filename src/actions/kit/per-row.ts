import { z } from 'zod'
import type { Choice, DraftOf, Field, Fields, SavedOf } from './fields.ts'
import { savedOf } from './judge.ts'

type RowDraft<F extends Fields> = { id: string } & { [N in keyof F]?: DraftOf<F[N]> | null }
type RowSaved<F extends Fields> = { id: string } & { [N in keyof F]: SavedOf<F[N]> }

/** The same questions once per row, the rows depending on other answers or on what is given. Answers are lists with row ids. */
export const perRow = <
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
  toSaved: rows => rows.map(row => ({ ...savedOf(fields, row), id: row.id }) as RowSaved<F>),
  // No column holds it as a whole, so there is none to be shown again.
  toDraft: () => [],
  perRow: { rowsOf, fields },
})
