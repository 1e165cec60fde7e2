import { useQuery } from '@tanstack/react-query'
import type { Done } from '#contract/form'
import { fetchForm } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { ActionForm } from './action-form.tsx'
import { definitionOf } from './definitions.ts'
import { formUrl } from './open-action.ts'

const fetchHere = async (on: string, id: string, signal: AbortSignal) => {
  const url = formUrl({ on, id, wizard: null })
  const [action, form] = await Promise.all([definitionOf(on, id), fetchForm(url, signal)])
  // A fresh one for every fetch, so that a reloaded form starts anew.
  return { stamp: crypto.randomUUID(), url, action, form }
}

const nothing = () => undefined

/** The form of an action as a part of a page, below what it is about. `version` is that of its subject: with another it is asked anew. */
export const ActionHere = ({
  on,
  id,
  version,
  onDone,
  onCancel,
}: {
  on: string
  id: string
  version: number
  onDone: (done: Done) => void
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
  if (query.error && !query.isFetching) return <Problem error={query.error} retry={reload} />
  if (!query.data) return <Loading lines={6} />
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
