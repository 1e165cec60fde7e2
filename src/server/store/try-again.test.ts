import { expect, it } from 'vitest'
import { tryAgain } from './try-again.ts'

it('what is hindered is tried again with growing pauses, and each is told', async () => {
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
  expect(await tryAgain(attempt, { hindrance, tell: line => void told.push(line), rest })).toBe('works')
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(told[2]).toBe('try 3; the next try is in 4 s')
})

it('what trying again cannot mend is thrown at once, and what is given up at the end of the pause', async () => {
  const failing = async () => {
    throw new Error('wrong')
  }
  const giveUp = new AbortController()
  const trying = {
    tell: () => undefined,
    rest: async () => giveUp.abort(),
    signal: giveUp.signal,
  }
  await expect(tryAgain(failing, { ...trying, hindrance: () => undefined })).rejects.toThrow('wrong')
  expect(giveUp.signal.aborted).toBe(false)
  await expect(tryAgain(failing, { ...trying, hindrance: () => 'full' })).rejects.toThrow('wrong')
  expect(giveUp.signal.aborted).toBe(true)
})
