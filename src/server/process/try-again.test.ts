import { expect, it } from 'vitest'
import { retryWithPauses } from './try-again.ts'

it('a failing attempt is repeated with growing pauses, and each failure is reported', async () => {
  const pauses: number[] = []
  const told: string[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    if (tries < 10) throw new Error(`try ${tries}`)
    return 'works'
  }
  const rest = async (ms: number) => void pauses.push(ms / 1000)
  const hindrance = (error: unknown) => (error as Error).message
  expect(await retryWithPauses(attempt, { hindrance, tell: line => void told.push(line), rest })).toBe(
    'works',
  )
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(told[2]).toBe('try 3; trying again in 4 s')
})

it('a permanent error is thrown at once, and a cancelled retry at the end of the pause', async () => {
  const failing = async () => {
    throw new Error('wrong')
  }
  const giveUp = new AbortController()
  const trying = {
    tell: () => undefined,
    rest: async () => giveUp.abort(),
    signal: giveUp.signal,
  }
  await expect(retryWithPauses(failing, { ...trying, hindrance: () => undefined })).rejects.toThrow('wrong')
  expect(giveUp.signal.aborted).toBe(false)
  await expect(retryWithPauses(failing, { ...trying, hindrance: () => 'full' })).rejects.toThrow('wrong')
  expect(giveUp.signal.aborted).toBe(true)
})
