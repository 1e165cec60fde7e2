import {
  type ColumnCards,
  columnsWith,
  type Names,
  type StoredName,
  type With,
} from '#contract/columns/column'
import type { Named } from '#contract/values'
import type { NameOf, Wanted } from './names.ts'

type NamedIn<C> = Names<C, { readonly type: 'relation'; readonly row: true }>
type Copied<C, U extends 'row' | 'view'> = Exclude<With<C, U>, Names<C, { readonly type: 'relation' }>>

/** Takes some properties of a thing. */
export const pick =
  <const N extends string>(names: readonly N[]) =>
  <T extends Readonly<Record<N, unknown>>>(thing: T): Pick<T, N> =>
    Object.fromEntries(names.map(name => [name, thing[name]])) as Pick<T, N>

/** The stored columns behind the columns with a use. */
export const storedColumns = <C extends ColumnCards, const U extends 'row' | 'view'>(columns: C, use: U) =>
  columnsWith(columns, use).map(([name, { of }]) => (of ? `${name}Id` : name)) as {
    [N in With<C, U>]: StoredName<N, C[N]>
  }[With<C, U>][]

/** Takes from a thing the columns with a use, but for those that name other things. */
export const valuesOf = <C extends ColumnCards, const U extends 'row' | 'view'>(columns: C, use: U) =>
  pick(columnsWith(columns, use).flatMap(([name, { of }]) => (of ? [] : [name as unknown as Copied<C, U>])))

/** Takes from things what columns of their rows name: what `namesIn` is to fetch for all, and of that what is of one. */
export const namesOfRows = <C extends ColumnCards>(columns: C) => {
  type Thing = Readonly<Record<`${NamedIn<C>}Id`, string | null>>
  const named = columnsWith(columns, 'row').flatMap(([name, { of }]) =>
    of ? [[name as unknown as NamedIn<C>, of] as const] : [],
  )
  const id = (thing: Thing, name: NamedIn<C>) => thing[`${name}Id`]
  return {
    wanted: (things: readonly Thing[]) =>
      Object.fromEntries(
        named.map(([name, of]) => [name, [of, things.map(one => id(one, name))]]),
      ) as unknown as Record<NamedIn<C>, Wanted>,
    found: (names: Readonly<Record<NamedIn<C>, NameOf>>, thing: Thing) =>
      Object.fromEntries(named.map(([name]) => [name, names[name](id(thing, name))])) as Record<
        NamedIn<C>,
        Named | null
      >,
  }
}
