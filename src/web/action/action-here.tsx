import { useQuery } from '@tanstack/react-query'
import type { ActionResult } from '#contract/kit/form'
import { fetchForm } from '../api/api.ts'
import { LoadingPlaceholder, LoadingError } from '../parts/page/query-boundary.tsx'
import { ActionForm } from './action-form.tsx'
import { definitionOf } from './definitions.ts'
import { formUrl } from './questions/open-action.ts'

const fetchHere = async (on: string, id: string, signal: AbortSignal) => {
  const url = formUrl({ on, id, wizard: null })
  const [action, form] = await Promise.all([definitionOf(on, id), fetchForm(url, signal)])
  // A new stamp for every fetch, so that a reloaded form starts again.
  return { stamp: crypto.randomUUID(), url, action, form }
}

const nothing = () => undefined

/**
 * Form of an action as part of a page, below its subject. `version` is that of the subject: when it changes,
 * the form is fetched again.
 */
export const InlineActionForm = ({
  on,
  id,
  version,
  onDone,
  onCancel,
}: {
  on: string
  id: string
  version: number
  onDone: (done: ActionResult) => void
  onCancel: () => void
}) => {
  const query = useQuery({
    queryKey: ['form here', on, id, version],
    queryFn: ({ signal }) => fetchHere(on, id, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const reload = () => void query.refetch()
  if (query.error && !query.isFetching) return <LoadingError error={query.error} retry={reload} />
  if (!query.data) return <LoadingPlaceholder lines={6} />
  const { stamp, url, action, form } = query.data
  return (
    <div className="action-here">
      <ActionForm
        key={stamp}
        isOnPage
        action={action}
        form={form}
        url={url}
        onDone={onDone}
        onCancel={onCancel}
        onPrevious={nothing}
        onReload={reload}
        onUnsent={nothing}
      />
    </div>
  )
}
