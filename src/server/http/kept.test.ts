import { expect, it } from 'vitest'
import { openAnswerCache } from './kept.ts'

const KEPT_MS = 5000

/** A cache with a clock that the test sets by hand, and renderings that finish when the test says so. */
const slow = () => {
  const clock = { ms: 0 }
  const keep = openAnswerCache(() => clock.ms)
  const drawing = new Map<string, { done: () => void; fail: () => void }>()
  const drawn: string[] = []
  const ask = (key: string, body = key) =>
    keep(key, KEPT_MS, () => {
      drawn.push(key)
      return new Promise((resolve, reject) =>
        drawing.set(key, {
          done: () => resolve({ type: 'text/plain', body }),
          fail: () => reject(new Error('away')),
        }),
      )
    })
  const under = async (key: string) => {
    for (;;) {
      const found = drawing.get(key)
      if (found) return found
      await Promise.resolve()
    }
  }
  const finish = async (key: string) => {
    ;(await under(key)).done()
    drawing.delete(key)
  }
  return { ask, finish, under, drawn, clock }
}

it('simultaneous requests are rendered once, and the result is cached for five seconds', async () => {
  const { ask, finish, drawn, clock } = slow()
  const asked = [ask('a'), ask('a'), ask('a')]
  await finish('a')
  expect((await Promise.all(asked)).map(({ drawn: { body }, isNew }) => [body, isNew])).toEqual([
    ['a', true],
    ['a', false],
    ['a', false],
  ])
  clock.ms = KEPT_MS - 1
  await ask('a')
  expect(drawn).toEqual(['a'])
  clock.ms = KEPT_MS
  const anew = ask('a')
  await finish('a')
  expect((await anew).isNew).toBe(true)
  expect(drawn).toEqual(['a', 'a'])
})

it('two renderings run at a time, and the others queue', async () => {
  const { ask, finish, under, drawn } = slow()
  const asked = ['a', 'b', 'c'].map(key => ask(key))
  await under('b')
  expect(drawn).toEqual(['a', 'b'])
  await finish('b')
  await finish('c')
  await finish('a')
  expect((await Promise.all(asked)).map(({ drawn: { body } }) => body)).toEqual(['a', 'b', 'c'])
})

it('a request is refused with 503 when too many different ones wait', async () => {
  const { ask } = slow()
  for (let nth = 0; nth < 202; nth += 1) ask(`${nth}`).catch(() => {})
  await expect(ask('one more')).rejects.toMatchObject({ status: 503 })
})

it('failures are not cached', async () => {
  const { ask, finish, under, drawn } = slow()
  const failed = ask('a')
  ;(await under('a')).fail()
  await expect(failed).rejects.toThrow('away')
  const anew = ask('a')
  await finish('a')
  expect((await anew).drawn.body).toBe('a')
  expect(drawn).toEqual(['a', 'a'])
})

it('the oldest entries are evicted when the cache is full', async () => {
  const { ask, finish, drawn } = slow()
  const megabytes = 'x'.repeat(3 * 1024 * 1024)
  for (const key of ['a', 'b', 'c']) {
    const asked = ask(key, megabytes)
    await finish(key)
    await asked
  }
  await ask('c')
  await ask('b')
  const again = ask('a')
  await finish('a')
  await again
  expect(drawn).toEqual(['a', 'b', 'c', 'a'])
})
