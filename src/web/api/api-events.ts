import { endpointUrl } from '#contract/kit/endpoint'
import { countInbox, readInbox } from '#contract/desk/inbox'
import { readEvents, readHome, type ChangedRecord } from '#contract/desk/home'
import { resourceUrl } from '#contract/kit/noun'
import { readQueue } from '#contract/desk/queue'
import { nounOf } from '#contract/nouns/nouns'
import { queryClient } from './api.ts'
import { wantCurrentAnswers } from './freshness.ts'

const HOME = endpointUrl(readHome, {})
const QUEUE = endpointUrl(readQueue, {})
const INBOX = [endpointUrl(readInbox, {}), endpointUrl(countInbox, {})]

/** Returns true if the answer at this address may differ after the change. */
export const isAffectedBy = (url: string, { kind, id }: Pick<ChangedRecord, 'kind' | 'id'>): boolean => {
  const path = url.split('?')[0] ?? ''
  const { path: one, list } = nounOf(kind) ?? {}
  const self = one && resourceUrl({ path: one }, id)
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
 * Follows changes until the returned function is called. If the stream ends it is opened again, on whichever
 * server answers; `missed` is then called, because changes may have been missed.
 */
export const followChanges = (
  open: () => EventSource,
  { heard, missed }: { heard: (change: ChangedRecord) => void; missed: () => void },
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
      // A broken stream reconnects by itself; one that was refused, as by a proxy without a server, never does.
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
/** Random share of the delay, so that pages with the same change do not all refetch at the same moment. */
const SPREAD = 0.5

/**
 * Collects changes and calls for a refresh with all of them: soon after the first, and while more arrive, as
 * on a busy day, at most every few seconds.
 */
export const batchChanges = (
  refresh: (changes: readonly ChangedRecord[]) => void,
): { heard: (change: ChangedRecord) => void; end: () => void } => {
  let changes: ChangedRecord[] = []
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

/** Refreshes open pages when someone else changes what they show, until the returned function is called. */
export const refreshOnChanges = (): (() => void) => {
  const { heard, end } = batchChanges(changes => {
    wantCurrentAnswers()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [url] }) =>
        typeof url === 'string' && changes.some(change => isAffectedBy(url, change)),
      // A hidden page refetches when it becomes visible again.
      refetchType: document.hidden ? 'none' : 'active',
    })
  })
  const close = followChanges(() => new EventSource(endpointUrl(readEvents, {})), {
    missed: () => {
      wantCurrentAnswers()
      void queryClient.invalidateQueries()
    },
    heard,
  })
  return () => {
    end()
    close()
  }
}
