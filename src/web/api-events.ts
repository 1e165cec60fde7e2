import { useEffect } from 'react'
import { queryClient } from './api.ts'

/** What the server tells of a record that somebody has changed. */
interface RecordChange {
  kind: string
  id: string
}

const kebab = (kind: string) => kind.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
const plural = (kind: string) => (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`)

/** May the answer at this address be another one after the change? */
export const isAffectedBy = (url: string, { kind, id }: RecordChange): boolean => {
  const path = url.split('?')[0] ?? ''
  const self = `/api/${kebab(kind)}/${id}`
  return (
    path === '/api/home' ||
    path === self ||
    path.startsWith(`${self}/`) ||
    path === `/api/${plural(kebab(kind))}` ||
    path.endsWith(`/${plural(kebab(kind))}`) ||
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
