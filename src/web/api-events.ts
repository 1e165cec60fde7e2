import { urlOf } from '#contract/endpoint'
import { readEvents, readHome, type RecordChange } from '#contract/home'
import { singleUrl } from '#contract/noun'
import { nounOf } from '#contract/nouns'
import { useEffect } from 'react'
import { queryClient } from './api.ts'

const HOME = urlOf(readHome, {})

/** May the answer at this address be another one after the change? */
export const isAffectedBy = (url: string, { kind, id }: Pick<RecordChange, 'kind' | 'id'>): boolean => {
  const path = url.split('?')[0] ?? ''
  const { path: one, list } = nounOf(kind) ?? {}
  const self = one && singleUrl({ path: one }, id)
  return (
    path === HOME ||
    (self !== undefined && (path === self || path.startsWith(`${self}/`))) ||
    (list !== undefined && path.endsWith(`/${list}`)) ||
    url.includes(`=${id}`)
  )
}

/** Open pages refresh by themselves when somebody else changes what they show. */
export const ChangeFeed = () => {
  useEffect(() => {
    const source = new EventSource(urlOf(readEvents, {}))
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
  }, [])
  return null
}
