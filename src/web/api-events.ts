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

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

/**
 * Follows what changes until the returned function is called. Where the stream ends it is opened again, at whichever
 * server answers; since something may have been missed by then, `missed` is told.
 */
export const followChanges = (
  open: () => EventSource,
  { heard, missed }: { heard: (change: RecordChange) => void; missed: () => void },
): (() => void) => {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_WAIT_MS
  let hasBeenOpen = false
  const begin = (): void => {
    source = open()
    source.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS
      if (hasBeenOpen) missed()
      hasBeenOpen = true
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => heard(JSON.parse(data)))
    source.addEventListener('error', () => {
      // A stream that broke opens itself again; one that was refused, as by a proxy without a server, never does.
      if (source.readyState !== source.CLOSED) return
      timer = setTimeout(begin, waitMs)
      waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)
    })
  }
  begin()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Open pages refresh by themselves when somebody else changes what they show. */
export const ChangeFeed = () => {
  useEffect(() => {
    let changes: RecordChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = followChanges(() => new EventSource(urlOf(readEvents, {})), {
      missed: () => void queryClient.invalidateQueries(),
      heard: latest => {
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
      },
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  return null
}
