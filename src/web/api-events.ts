import type { RecordChange } from '#contract/home'
import { nounOf } from '#contract/nouns'
import { useEffect } from 'react'
import { queryClient } from './api.ts'

/** May the answer at this address be another one after the change? */
export const isAffectedBy = (url: string, { kind, id }: Pick<RecordChange, 'kind' | 'id'>): boolean => {
  const path = url.split('?')[0] ?? ''
  const noun = nounOf(kind)
  const self = `/api/${noun?.path}/${id}`
  return (
    path === '/api/home' ||
    path === self ||
    path.startsWith(`${self}/`) ||
    path.endsWith(`/${noun?.list}`) ||
    url.includes(`=${id}`)
  )
}

/** Open pages refresh by themselves when somebody else changes what they show. */
export const useEvents = (isSignedIn: boolean) => {
  useEffect(() => {
    if (!isSignedIn) return
    const source = new EventSource('/api/events')
    let changes: RecordChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const latest: RecordChange = JSON.parse(data)
      changes.push(latest)
      timer ??= setTimeout(() => {
        const seen = changes
        changes = []
        timer = undefined
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [url] }) =>
            typeof url === 'string' && seen.some(change => isAffectedBy(url, change)),
        })
      }, 250)
    })
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [isSignedIn])
}
