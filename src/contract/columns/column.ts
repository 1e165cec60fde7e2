import { z } from 'zod'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { idsFilter, booleanFilter, type NoExtraKeys } from '../kit/noun.ts'
import { day as dayShape, nullableIdAndName, nullableText } from '../kit/values.ts'

/** The lists that are imported into a round, by the name of their file. */
export const IMPORT_LIST_NAMES = ['suppliers', 'buyers', 'investors'] as const
export type ImportListName = (typeof IMPORT_LIST_NAMES)[number]

/** The field of an import that a cell fills; for a buyer it may depend on which credits the row is about. */
export type ImportField = string | { biodiversity: string; nutrients: string }

/** Uses of a column besides downloads. A use with `true | string` has a heading: `true` means the label of the column. */
export interface ColumnUses {
  /** Rows of lists, and the page, have its value as it is stored. */
  row?: true
  /** The page has its value as it is stored, but rows do not. Without `row` and `view`, its shape and value are written by hand. */
  view?: true
  /** The page shows it among the facts, where there is a value. */
  page?: true | string
  /** Lists offer it as a column to choose. */
  list?: true
  /** The public register has it, in its answers and downloads, and under this heading on its pages. */
  public?: true | string
  /** Its heading in downloads, if not its label; `false` keeps it out of them. */
  download?: string | false
  /** The heading that its downloads had before; imports still accept it. */
  formerHeading?: string
  /** The field of imported suppliers or buyers that its cells fill, `true` for one of its name; or the fields by list. */
  imports?: true | string | { readonly [L in ImportListName]?: ImportField }
  sort?: true
  filter?: true
  /** Search matches any part of the value. */
  search?: true
  /** Description in the OpenAPI document. */
  description?: string
}

/** One column of a noun with all its uses. */
export interface ColumnDefinition extends ColumnUses {
  type: 'text' | 'number' | 'day' | 'yesNo' | 'choice' | 'choices' | 'relation' | 'status' | 'amount' | 'own'
  label: string
  shape: z.ZodType
  /** The values of a choice in their order, and their words. */
  values?: readonly string[]
  labels?: Readonly<Record<string, string>>
  /** Kind of the related thing. */
  of?: StoredKind
  /** Its heading in downloads ends with the day that it is for. */
  isDated?: true
  /** It says which of the imported lists a row is for. */
  isCapacity?: true
}
export type ColumnCards = Readonly<Record<string, ColumnDefinition>>

const card = <const T extends ColumnDefinition['type'], S extends z.ZodType, U>(
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
type Exactly<U, Known = ColumnUses> = U & NoExtraKeys<U, keyof Known>

/** Text that may be missing. */
export const textColumn = <const U extends ColumnUses>(label: string, uses: Exactly<U>) =>
  card('text', label, nullableText, uses)

/** A number that may be missing. */
export const numberColumn = <const U extends Omit<ColumnUses, 'sort' | 'filter' | 'search'>>(
  label: string,
  uses: Exactly<U, Omit<ColumnUses, 'sort' | 'filter' | 'search'>>,
) => card('number', label, z.number().nullable(), uses)

/** A calendar day that may be missing. */
export const dateColumn = <const U extends ColumnUses>(label: string, uses: Exactly<U>) =>
  card('day', label, dayShape.nullable(), uses)

/** Yes or no. */
export const yesNoColumn = <const U extends ColumnUses>(label: string, uses: Exactly<U>) =>
  card('yesNo', label, z.boolean(), uses)

type Enum = z.ZodEnum<Readonly<Record<string, string>>>
type Labels<E extends Enum> = Readonly<Record<z.output<E>, string>>

/** One of a fixed list, which may be missing; shown by its label or, without labels, as it is stored. */
export const choiceColumn = <E extends Enum, const U extends ColumnUses>(
  label: string,
  values: E,
  uses: Exactly<U>,
  labels?: Labels<E>,
) => ({ ...card('choice', label, values.nullable(), uses), values: values.options, labels })

/** Several of a fixed list, shown by their labels. */
export const choicesColumn = <E extends Enum, const U extends ColumnUses>(
  label: string,
  values: E,
  uses: Exactly<U>,
  labels: Labels<E>,
) => ({ ...card('choices', label, z.array(values), uses), values: values.options, labels })

/** Another thing by its name, which may be missing; stored as its id. */
export const relationColumn = <const U extends ColumnUses>(
  label: string,
  of: StoredKind,
  uses: Exactly<U>,
) => ({
  ...card('relation', label, nullableIdAndName, uses),
  of,
})

/** The status, shown by the noun's label. */
export const statusColumn = () => card('status', 'Status', z.string(), {})

/** Pounds or units that are calculated, or sealed from some readers: only downloads show them automatically. */
export const amountColumn = <const U extends Pick<ColumnUses, 'imports'>>(
  label: string,
  uses: Exactly<U, Pick<ColumnUses, 'imports'>>,
) => card('amount', label, z.number().nullable(), uses)

/** A column of downloads whose values the listing of the noun calculates. */
export const derivedColumn = (
  label: string,
  uses: Pick<ColumnDefinition, 'imports' | 'isDated' | 'formerHeading'> = {},
) => card('own', label, z.unknown(), uses)

/** Columns that are sealed from some readers in some statuses of a round: no card copies them as they are stored. */
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
export type StoredColumnName<N, C> = C extends { type: 'relation' } ? `${N & string}Id` : N

/** Refuses columns with a use that needs a stored value, if none is stored under their name or it is sealed. */
type Fits<K extends StoredKind, C> = {
  [N in keyof C]: C[N] extends AsStored
    ? StoredColumnName<N, C[N]> extends Exclude<keyof EntityMap[K], Sealed>
      ? unknown
      : never
    : unknown
}

/** The columns of a noun, in the order of a download. */
export const defineColumns = <K extends StoredKind, const C extends ColumnCards>(
  _kind: K,
  columns: C & Fits<K, C>,
): C => columns

/** The names of the columns whose definition matches `P`. */
export type ColumnNamesWhere<C, P> = { [N in keyof C]: C[N] extends P ? N : never }[keyof C] & string
/** The names of the columns with a use. */
export type ColumnNamesWith<C, U extends keyof ColumnUses> = ColumnNamesWhere<
  C,
  { readonly [_ in U]: true | string }
>
/** The names of the columns of downloads. */
export type DownloadColumnName<C> = Exclude<
  keyof C & string,
  ColumnNamesWhere<C, { readonly download: false }>
>

type Entries<N> = readonly (readonly [name: N, column: ColumnDefinition])[]

/** The columns with a use, in their order. */
export const columnsWith = <C extends ColumnCards, U extends keyof ColumnUses>(
  columns: C,
  use: U,
): Entries<ColumnNamesWith<C, U>> =>
  Object.entries(columns)
    .filter(([, column]) => column[use])
    .map(([name, column]) => [name as ColumnNamesWith<C, U>, column])

/** The columns of downloads, in their order, each with its heading. */
export const downloadColumns = (
  columns: ColumnCards,
): (readonly [heading: string, name: string, column: ColumnDefinition])[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.download === false ? [] : [[column.download ?? column.label, name, column] as const],
  )

/** The field of an imported list that the cells of a column fill. */
export const findImportField = (
  name: string,
  { imports }: Pick<ColumnDefinition, 'imports'>,
  list: ImportListName,
): ImportField | undefined => {
  if (typeof imports === 'object') return imports[list]
  return list === 'investors' ? undefined : imports === true ? name : imports
}

/** The heading under which a use shows a column. */
export const columnHeading = ({ label, ...uses }: ColumnDefinition, use: 'page' | 'public'): string => {
  const heading = uses[use]
  return typeof heading === 'string' ? heading : label
}

/** The schemas of the columns with a use. */
export const columnSchemas = <C extends ColumnCards, const U extends 'row' | 'view' | 'public'>(
  columns: C,
  use: U,
) =>
  Object.fromEntries(columnsWith(columns, use).map(([name, { shape }]) => [name, shape])) as {
    [N in ColumnNamesWith<C, U>]: C[N]['shape']
  }

/** The names by which a list can be sorted. */
export const sortOptionNames = <C extends ColumnCards>(columns: C): ColumnNamesWith<C, 'sort'>[] =>
  columnsWith(columns, 'sort').map(([name]) => name)

type FilterShape<C> = C extends { type: 'relation' }
  ? typeof idsFilter
  : C extends { shape: z.ZodNullable<infer S> }
    ? z.ZodArray<S>
    : typeof booleanFilter

/** Filters of a list by its columns: ids of related things, fixed values, or true and false. */
export const columnFilters = <C extends ColumnCards>(columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'filter').map(([name, { type, values }]) => [
      name,
      type === 'yesNo' ? booleanFilter : values ? z.array(z.enum(values)) : idsFilter,
    ]),
  ) as unknown as { [N in ColumnNamesWith<C, 'filter'>]: FilterShape<C[N]> }

/** The columns in which search looks for a part of the value, each with its label. */
export const searchColumns = <C extends ColumnCards>(columns: C) =>
  columnsWith(columns, 'search').map(([name, { label }]) => [name, label] as const)
