import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followChanges, batchChanges, isAffectedBy } from './api-events.ts'

const change = { kind: 'projectGroup', id: '17' } as const

it.each([
  '/api/project-group/17',
  '/api/project-groups?limit=50',
  '/api/round/3/project-groups',
  '/api/activity?subjectType=projectGroup&subjectId=17',
  '/api/home',
  '/api/inbox?show=all',
  '/api/inbox/count',
])('a page reloads %s after a change', url => {
  expect(isAffectedBy(url, change)).toBe(true)
})

it.each(['/api/project-group/18', '/api/projects', '/api/auth/user'])(
  'a page does not reload %s after a change elsewhere',
  url => {
    expect(isAffectedBy(url, change)).toBe(false)
  },
)

describe('the stream of changes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Creates a page that follows changes, with the event streams that it has opened so far. */
  const page = () => {
    const streams: (EventTarget & { readyState: number })[] = []
    const seen: unknown[] = []
    const end = followChanges(
      () => {
        const stream = Object.assign(new EventTarget(), { readyState: 0, CLOSED: 2, close: () => {} })
        streams.push(stream)
        return stream as unknown as EventSource
      },
      { heard: one => void seen.push(one), missed: () => void seen.push('missed') },
    )
    const happens = (event: Event, readyState = 1) => {
      const stream = streams.at(-1)
      Object.assign(stream ?? {}, { readyState })
      stream?.dispatchEvent(event)
    }
    return { streams, seen, end, happens }
  }

  it('reports possible gaps after it reconnects', () => {
    const { streams, seen, happens } = page()
    happens(new Event('open'))
    happens(new MessageEvent('message', { data: JSON.stringify(change) }))
    expect(seen).toEqual([change])
    happens(new Event('error'), 0)
    happens(new Event('open'))
    expect(seen).toEqual([change, 'missed'])
    expect(streams).toHaveLength(1)
  })

  it('is reopened after a refusal, at growing intervals, until the page is left', () => {
    const { streams, seen, end, happens } = page()
    happens(new Event('open'))
    for (const [refusals, waitMs] of [2000, 4000, 8000].entries()) {
      happens(new Event('error'), 2)
      vi.advanceTimersByTime(waitMs - 1)
      expect(streams).toHaveLength(refusals + 1)
      vi.advanceTimersByTime(1)
      expect(streams).toHaveLength(refusals + 2)
    }
    happens(new Event('open'))
    expect(seen).toEqual(['missed'])
    happens(new Event('error'), 2)
    end()
    vi.advanceTimersByTime(60_000)
    expect(streams).toHaveLength(4)
  })
})

describe('a page that receives changes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('refreshes soon after one change', () => {
    const refresh = vi.fn<(changes: readonly unknown[]) => void>()
    const { heard } = batchChanges(refresh)
    heard({ ...change, version: 2 })
    expect(refresh).not.toHaveBeenCalled()
    vi.advanceTimersByTime(500)
    expect(refresh.mock.calls).toEqual([[[{ ...change, version: 2 }]]])
    vi.advanceTimersByTime(60_000)
    heard({ ...change, version: 3 })
    vi.advanceTimersByTime(500)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('refreshes a few times, and misses nothing, during a burst of changes', () => {
    const refresh = vi.fn<(changes: readonly unknown[]) => void>()
    const { heard, end } = batchChanges(refresh)
    for (let version = 1; version <= 200; version += 1) {
      heard({ ...change, version })
      vi.advanceTimersByTime(50)
    }
    expect(refresh.mock.calls.length).toBeLessThanOrEqual(5)
    vi.advanceTimersByTime(5000)
    expect(refresh.mock.calls.flatMap(([changes]) => changes)).toHaveLength(200)
    heard({ ...change, version: 201 })
    end()
    vi.advanceTimersByTime(60_000)
    expect(refresh.mock.calls.flatMap(([changes]) => changes)).toHaveLength(200)
  })
})
