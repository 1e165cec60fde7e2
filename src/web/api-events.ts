import { urlOf } from '#contract/endpoint'
import { countInbox, readInbox } from '#contract/inbox'
import { readEvents, readHome, type RecordChange } from '#contract/home'
import { singleUrl } from '#contract/noun'
import { readQueue } from '#contract/queue'
import { nounOf } from '#contract/nouns'
import { useEffect } from 'react'
import { queryClient } from './api.ts'

const HOME = urlOf(readHome, {})
const QUEUE = urlOf(readQueue, {})
const INBOX = [urlOf(readInbox, {}), urlOf(countInbox, {})]

/** May the answer at this address be another one after the change? */
export const isAffectedBy = (url: string, { kind, id }: Pick<RecordChange, 'kind' | 'id'>): boolean => {
  const path = url.split('?')[0] ?? ''
  const { path: one, list } = nounOf(kind) ?? {}
  const self = one && singleUrl({ path: one }, id)
  return (
    path === HOME ||
    path === QUEUE ||
    INBOX.includes(path) ||
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

const GATHERED_MS = 250
const BETWEEN_MS = 3000
/** Pages that hear of the same change do not all ask at the same moment. */
const SPREAD = 0.5

/**
 * Gathers changes, and calls for a refresh with all of them: soon after the first, and while more come, as on a day of much
 * business, not more often than every few seconds.
 */
export const gatherChanges = (
  refresh: (changes: readonly RecordChange[]) => void,
): { heard: (change: RecordChange) => void; end: () => void } => {
  let changes: RecordChange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (ms: number): void => {
    timer = setTimeout(
      () => {
        timer = undefined
        if (changes.length === 0) return
        const seen = changes
        changes = []
        after(BETWEEN_MS)
        refresh(seen)
      },
      ms * (1 + SPREAD * Math.random()),
    )
  }
  return {
    heard: change => {
      changes.push(change)
      if (timer === undefined) after(GATHERED_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Open pages refresh by themselves when somebody else changes what they show. */
export const ChangeFeed = () => {
  useEffect(() => {
    const { heard, end } = gatherChanges(changes => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [url] }) =>
          typeof url === 'string' && changes.some(change => isAffectedBy(url, change)),
        // A page that nobody sees asks when it is looked at again.
        refetchType: document.hidden ? 'none' : 'active',
      })
    })
    const close = followChanges(() => new EventSource(urlOf(readEvents, {})), {
      missed: () => void queryClient.invalidateQueries(),
      heard,
    })
    return () => {
      end()
      close()
    }
  }, [])
  return null
}
