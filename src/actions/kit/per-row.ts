import { z } from 'zod'
import type { Choice, DraftOf, Field, Fields, SavedOf } from './fields.ts'

type Row = { id: string }

/** The same questions once per row, the rows depending on other answers or on what is given. Answers are lists with row ids. */
export const perRow = <F extends Fields, A = Record<string, unknown>, G = Record<string, unknown>>(
  label: string,
  rowsOf: (answers: A, given: G) => readonly Choice[],
  fields: F,
) =>
  ({
    type: 'Input',
    label,
    rule: z.array(z.any()),
    fate: 'drop',
    toSaved: (rows: Row[]) => rows,
    toDraft: (rows: Row[]) => rows,
    perRow: { rowsOf, fields },
  }) as unknown as Field<
    (Row & { [N in keyof F]?: DraftOf<F[N]> | null })[],
    (Row & { [N in keyof F]: SavedOf<F[N]> })[],
    'drop'
  >
