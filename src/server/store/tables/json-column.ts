import type { ColumnType } from 'kysely'

/** A column of nested values: written as JSON text, read as the value. */
export type Json<T> = ColumnType<
  T,
  null extends T ? string | null : string,
  null extends T ? string | null : string
>
