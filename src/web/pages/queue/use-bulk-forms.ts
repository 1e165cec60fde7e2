import { useQuery } from '@tanstack/react-query'
import type { Action } from '#actions/kit/action'
import type { ActionForm } from '#contract/form'
import type { QueueAct, QueueRow } from '#contract/queue'
import { definitionOf } from '../../action/definitions.ts'
import { formUrl } from '../../action/open-action.ts'
import { fetchForm } from '../../api.ts'
import { partsOf } from './words.ts'

/** What a bulk act is asked with: the definition, and the forms of those things that have questions of their own. */
interface BulkForms {
  action: Action
  first: ActionForm
  byRow: ReadonlyMap<string, ActionForm>
}

/** The address of the form of an act for one thing. */
export const urlOfForm = (act: QueueAct, row: Pick<QueueRow, 'id' | 'kind'>): string =>
  formUrl({ id: partsOf(act).action, on: `${row.kind}/${row.id}`, wizard: null })

const fetchForms = async (
  act: QueueAct,
  rows: readonly QueueRow[],
  signal: AbortSignal,
): Promise<BulkForms> => {
  const { kind, action: name } = partsOf(act)
  const action = await definitionOf(`${kind}/`, name)
  const haveTheirOwn = Object.values(action.fields).some(({ perRow }) => perRow)
  const wanted = haveTheirOwn ? rows : rows.slice(0, 1)
  const forms = await Promise.all(
    wanted.map(async row => [row.id, await fetchForm(urlOfForm(act, row), signal)] as const),
  )
  const [first] = forms
  if (!first) throw new Error('A bulk act is about something')
  return { action, first: first[1], byRow: new Map(haveTheirOwn ? forms : []) }
}

/** Fetches what a bulk act on these rows asks. */
export const useBulkForms = (act: QueueAct, rows: readonly QueueRow[]) =>
  useQuery({
    queryKey: ['bulk forms', act.id, rows.map(({ id, version }) => `${id} ${version}`)],
    queryFn: ({ signal }) => fetchForms(act, rows, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
