import { useQuery } from '@tanstack/react-query'
import type { Action } from '#actions/kit/action'
import type { ActionForm } from '#contract/kit/form'
import type { BulkActChoice, BulkSubject } from '#contract/desk/queue'
import { definitionOf } from '../../action/definitions.ts'
import { formUrl } from '../../action/questions/open-action.ts'
import { fetchForm } from '../../api/api.ts'
import { isOfEachRecord } from './asking-parts.ts'
import { splitActId } from './words.ts'

/**
 * Forms of a bulk action: the definition of the action, and the forms of those records that have fields of their
 * own.
 */
interface BulkForms {
  action: Action
  first: ActionForm
  byRow: ReadonlyMap<string, ActionForm>
}

/** Address of an act's form for one record. */
export const bulkFormUrl = (act: BulkActChoice, row: Pick<BulkSubject, 'id' | 'kind'>): string =>
  formUrl({ id: splitActId(act).action, on: `${row.kind}/${row.id}`, wizard: null })

const fetchForms = async (
  act: BulkActChoice,
  rows: readonly BulkSubject[],
  signal: AbortSignal,
): Promise<BulkForms> => {
  const { kind, action: name } = splitActId(act)
  const action = await definitionOf(`${kind}/`, name)
  const haveTheirOwn = Object.values(action.fields).some(isOfEachRecord)
  const wanted = haveTheirOwn ? rows : rows.slice(0, 1)
  const forms = await Promise.all(
    wanted.map(async row => [row.id, await fetchForm(bulkFormUrl(act, row), signal)] as const),
  )
  const [first] = forms
  if (!first) throw new Error('A bulk action needs at least one row')
  return { action, first: first[1], byRow: new Map(haveTheirOwn ? forms : []) }
}

/** Loads the forms of a bulk action on these rows. */
export const useBulkForms = (act: BulkActChoice, rows: readonly BulkSubject[]) =>
  useQuery({
    queryKey: ['bulk forms', act.id, rows.map(({ id, version }) => `${id} ${version}`)],
    queryFn: ({ signal }) => fetchForms(act, rows, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
