import {
  type ColumnCards,
  columnsWith,
  type ColumnNamesWhere,
  type StoredColumnName,
  type ColumnNamesWith,
} from '#contract/columns/column'
import type { IdAndName } from '#contract/kit/values'
import type { NameLookup, NamesQuery } from './names.ts'

type NamedIn<C> = ColumnNamesWhere<C, { readonly type: 'relation'; readonly row: true }>
type Copied<C, U extends 'row' | 'view'> = Exclude<
  ColumnNamesWith<C, U>,
  ColumnNamesWhere<C, { readonly type: 'relation' }>
>

/** Selects some properties of an object. */
export const pickProperties =
  <const N extends string>(names: readonly N[]) =>
  <T extends Readonly<Record<N, unknown>>>(thing: T): Pick<T, N> =>
    Object.fromEntries(names.map(name => [name, thing[name]])) as Pick<T, N>

/** Stored columns behind the columns with a use. */
export const storedColumnsWithUse = <C extends ColumnCards, const U extends 'row' | 'view'>(
  columns: C,
  use: U,
) =>
  columnsWith(columns, use).map(([name, { of }]) => (of ? `${name}Id` : name)) as {
    [N in ColumnNamesWith<C, U>]: StoredColumnName<N, C[N]>
  }[ColumnNamesWith<C, U>][]

/** Selects the columns with a use from an object, except those that refer to other objects. */
export const pickColumnValues = <C extends ColumnCards, const U extends 'row' | 'view'>(columns: C, use: U) =>
  pickProperties(
    columnsWith(columns, use).flatMap(([name, { of }]) => (of ? [] : [name as unknown as Copied<C, U>])),
  )

/** References in the columns of rows: what `readNamesByKind` has to fetch for all rows, and the names for one row. */
export const namesReferencedByRows = <C extends ColumnCards>(columns: C) => {
  type Thing = Readonly<Record<`${NamedIn<C>}Id`, string | null>>
  const named = columnsWith(columns, 'row').flatMap(([name, { of }]) =>
    of ? [[name as unknown as NamedIn<C>, of] as const] : [],
  )
  const id = (thing: Thing, name: NamedIn<C>) => thing[`${name}Id`]
  return {
    wanted: (things: readonly Thing[]) =>
      Object.fromEntries(
        named.map(([name, of]) => [name, [of, things.map(one => id(one, name))]]),
      ) as unknown as Record<NamedIn<C>, NamesQuery>,
    found: (names: Readonly<Record<NamedIn<C>, NameLookup>>, thing: Thing) =>
      Object.fromEntries(named.map(([name]) => [name, names[name](id(thing, name))])) as Record<
        NamedIn<C>,
        IdAndName | null
      >,
  }
}
