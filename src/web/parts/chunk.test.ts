import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadChunk } from './chunk.ts'

const kept = new Map<string, string>()
const reload = vi.fn<() => void>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockClear()
  kept.clear()
})

const missing = () => Promise.reject(new Error('No such part'))

it('the page reloads at most 3 times when a part of the program cannot be fetched', async () => {
  for (const time of [1, 2, 3]) {
    void loadChunk(missing)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(time))
  }
  await expect(loadChunk(missing)).rejects.toThrow('No such part')
  expect(reload).toHaveBeenCalledTimes(3)
})

it('the counter of reloads is cleared 500 ms after a part has loaded', async () => {
  void loadChunk(missing)
  await vi.waitFor(() => expect(kept.size).toBe(1))
  expect(await loadChunk(async () => 'part')).toBe('part')
  vi.advanceTimersByTime(499)
  expect(kept.size).toBe(1)
  vi.advanceTimersByTime(1)
  expect(kept.size).toBe(0)
})
