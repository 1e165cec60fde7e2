import { z } from 'zod'
import type { Entities, StoredKind } from '#domain/entities'
import { byIds, flag, type Only } from '../noun.ts'
import { day as dayShape, maybeNamed, maybeText } from '../values.ts'

/** The lists that are imported into a round, by the name of their file. */
export const IMPORT_LIST_NAMES = ['suppliers', 'buyers', 'investors'] as const
export type ImportListName = (typeof IMPORT_LIST_NAMES)[number]

/** The field of an import that a cell fills; for a buyer it may depend on which credits the row is about. */
export type ImportField = string | { biodiversity: string; nutrients: string }

/** Where a column is used besides downloads. Where a heading may stand, `true` is the label of the column. */
export interface Uses {
  /** Rows of lists, and the page, have its value as it is stored. */
  row?: true
  /** The page has its value as it is stored, rows do not. With neither, its shape and value are written by hand. */
  view?: true
  /** The page shows it among the facts, where there is a value. */
  page?: true | string
  /** Lists offer it as a column to choose. */
  list?: true
  /** The public register has it, in its answers and downloads, and under this heading on its pages. */
  public?: true | string
  /** Its heading in downloads, if not its label; `false` keeps it out of them. */
  download?: string | false
  /** The field of imported suppliers or buyers that its cells fill, `true` for one of its name; or the fields by list. */
  imports?: true | string | { readonly [L in ImportListName]?: ImportField }
  sort?: true
  filter?: true
  /** Search finds a thing by a part of it. */
  search?: true
  /** What the description of the interface says of it. */
  description?: string
}

/** One column of a noun with all its uses. */
export interface ColumnCard extends Uses {
  type: 'text' | 'number' | 'day' | 'yesNo' | 'choice' | 'choices' | 'relation' | 'status' | 'amount' | 'own'
  label: string
  shape: z.ZodType
  /** The values of a choice in their order, and their words. */
  values?: readonly string[]
  labels?: Readonly<Record<string, string>>
  /** What a name is of. */
  of?: StoredKind
  /** Its heading in downloads ends with the day that it is for. */
  isDated?: true
  /** It says which of the imported lists a row is for. */
  isCapacity?: true
}
export type ColumnCards = Readonly<Record<string, ColumnCard>>

const card = <const T extends ColumnCard['type'], S extends z.ZodType, U>(
  type: T,
  label: string,
  shape: S,
  uses: U & { description?: string },
) => ({
  ...uses,
  type,
  label,
  shape: uses.description === undefined ? shape : shape.meta({ description: uses.description }),
})

/** These uses and no others: a misspelt one does not compile. */
type Exactly<U, Known = Uses> = U & Only<U, keyof Known>

/** Text that may be missing. */
export const text = <const U extends Uses>(label: string, uses: Exactly<U>) =>
  card('text', label, maybeText, uses)

/** A number that may be missing. */
export const number = <const U extends Omit<Uses, 'sort' | 'filter' | 'search'>>(
  label: string,
  uses: Exactly<U, Omit<Uses, 'sort' | 'filter' | 'search'>>,
) => card('number', label, z.number().nullable(), uses)

/** A calendar day that may be missing. */
export const day = <const U extends Uses>(label: string, uses: Exactly<U>) =>
  card('day', label, dayShape.nullable(), uses)

/** Yes or no. */
export const yesNo = <const U extends Uses>(label: string, uses: Exactly<U>) =>
  card('yesNo', label, z.boolean(), uses)

type Enum = z.ZodEnum<Readonly<Record<string, string>>>
type Labels<E extends Enum> = Readonly<Record<z.output<E>, string>>

/** One of a fixed list, which may be missing; in its words, or as it is where it has none. */
export const choice = <E extends Enum, const U extends Uses>(
  label: string,
  values: E,
  uses: Exactly<U>,
  labels?: Labels<E>,
) => ({ ...card('choice', label, values.nullable(), uses), values: values.options, labels })

/** Several of a fixed list, in their words. */
export const choices = <E extends Enum, const U extends Uses>(
  label: string,
  values: E,
  uses: Exactly<U>,
  labels: Labels<E>,
) => ({ ...card('choices', label, z.array(values), uses), values: values.options, labels })

/** Another thing by its name, which may be missing; stored as its id. */
export const relation = <const U extends Uses>(label: string, of: StoredKind, uses: Exactly<U>) => ({
  ...card('relation', label, maybeNamed, uses),
  of,
})

/** The status, in the words of the noun. */
export const status = () => card('status', 'Status', z.string(), {})

/** Pounds or units that are worked out, or sealed from some readers: only downloads show them by themselves. */
export const amount = <const U extends Pick<Uses, 'imports'>>(
  label: string,
  uses: Exactly<U, Pick<Uses, 'imports'>>,
) => card('amount', label, z.number().nullable(), uses)

/** A column of downloads whose values the listing of the noun works out. */
export const own = (label: string, uses: Pick<ColumnCard, 'imports' | 'isDated'> = {}) =>
  card('own', label, z.unknown(), uses)

/** What is sealed from some readers in some statuses of a round: no card copies it as it is stored. */
type Sealed =
  | ('offer' | 'offeredAt' | 'toConfirmSince' | 'costs')
  | ('bid' | 'bidAt' | 'bidOngoingOnly' | 'acceptOngoingOnly')

type AsStored = { [U in 'row' | 'view' | 'sort' | 'filter' | 'search']: Readonly<Record<U, true>> }[
  | 'row'
  | 'view'
  | 'sort'
  | 'filter'
  | 'search']

/** The stored column behind a column: a named thing is stored by its id. */
export type StoredName<N, C> = C extends { type: 'relation' } ? `${N & string}Id` : N

/** Refuses columns that use what is not stored under their name, or is sealed. */
type Fits<K extends StoredKind, C> = {
  [N in keyof C]: C[N] extends AsStored
    ? StoredName<N, C[N]> extends Exclude<keyof Entities[K], Sealed>
      ? unknown
      : never
    : unknown
}

/** The columns of a noun, in the order of a download. */
export const columnsOf = <K extends StoredKind, const C extends ColumnCards>(
  _kind: K,
  columns: C & Fits<K, C>,
): C => columns

/** The names of the columns that are so. */
export type Names<C, P> = { [N in keyof C]: C[N] extends P ? N : never }[keyof C] & string
/** The names of the columns with a use. */
export type With<C, U extends keyof Uses> = Names<C, { readonly [_ in U]: true | string }>
/** The names of the columns of downloads. */
export type Downloaded<C> = Exclude<keyof C & string, Names<C, { readonly download: false }>>

type Entries<N> = readonly (readonly [name: N, column: ColumnCard])[]

/** The columns with a use, in their order. */
export const columnsWith = <C extends ColumnCards, U extends keyof Uses>(
  columns: C,
  use: U,
): Entries<With<C, U>> =>
  Object.entries(columns)
    .filter(([, column]) => column[use])
    .map(([name, column]) => [name as With<C, U>, column])

/** The columns of downloads, in their order, each with its heading. */
export const downloadsOf = (
  columns: ColumnCards,
): (readonly [heading: string, name: string, column: ColumnCard])[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.download === false ? [] : [[column.download ?? column.label, name, column] as const],
  )

/** The field of an imported list that the cells of a column fill. */
export const importFieldOf = (
  name: string,
  { imports }: Pick<ColumnCard, 'imports'>,
  list: ImportListName,
): ImportField | undefined => {
  if (typeof imports === 'object') return imports[list]
  return list === 'investors' ? undefined : imports === true ? name : imports
}

/** The heading under which a use shows a column. */
export const headingOf = ({ label, ...uses }: ColumnCard, use: 'page' | 'public'): string => {
  const heading = uses[use]
  return typeof heading === 'string' ? heading : label
}

/** The shapes of the columns with a use. */
export const shapesOf = <C extends ColumnCards, const U extends 'row' | 'view' | 'public'>(
  columns: C,
  use: U,
) =>
  Object.fromEntries(columnsWith(columns, use).map(([name, { shape }]) => [name, shape])) as {
    [N in With<C, U>]: C[N]['shape']
  }

/** The names by which a list can be sorted. */
export const sortsOf = <C extends ColumnCards>(columns: C): With<C, 'sort'>[] =>
  columnsWith(columns, 'sort').map(([name]) => name)

type FilterShape<C> = C extends { type: 'relation' }
  ? typeof byIds
  : C extends { shape: z.ZodNullable<infer S> }
    ? z.ZodArray<S>
    : typeof flag

/** What a list can be filtered by: ids of named things, some of fixed values, or whether it is so. */
export const filtersOf = <C extends ColumnCards>(columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'filter').map(([name, { type, values }]) => [
      name,
      type === 'yesNo' ? flag : values ? z.array(z.enum(values)) : byIds,
    ]),
  ) as unknown as { [N in With<C, 'filter'>]: FilterShape<C[N]> }

/** The columns that search looks for a part of, each with its label. */
export const referencesOf = <C extends ColumnCards>(columns: C) =>
  columnsWith(columns, 'search').map(([name, { label }]) => [name, label] as const)
