import { type HeadingOf, LIST_COLUMNS, type ListColumn } from '#contract/list-columns'
import { showDay } from '#domain/dates'
import type { Column } from './listing.ts'

/** The columns of a download, in the order of the dictionary: every heading with what stands below it. */
export const tableColumns = <K extends keyof typeof LIST_COLUMNS, R>(
  kind: K,
  values: Readonly<Record<HeadingOf<K>, Column<R>['value']>>,
): Column<R>[] =>
  Object.entries<ListColumn>(LIST_COLUMNS[kind]).map(([heading, { isDated }]) => ({
    title: isDated ? on => `${heading} ${showDay(on)}` : heading,
    value: values[heading as HeadingOf<K>],
  }))
