import { expect, it } from 'vitest'
import { doForEach } from './act-on-each.ts'

it('does the rest when one fails, and names every failure at the end', async () => {
  const done: string[] = []
  const refused = new Error('refused')
  const running = doForEach(['a', 'b', 'c'], async item => {
    if (item === 'b') throw refused
    done.push(item)
  })
  await expect(running).rejects.toMatchObject({ errors: [refused], message: '1 of 3 failed' })
  expect(done).toEqual(['a', 'c'])
})

it('says nothing when all succeed', async () => {
  await expect(doForEach([], async () => {})).resolves.toBeUndefined()
})

it('leaves the rest for the next run when the server is to stop', async () => {
  const stop = new AbortController()
  const reason = new Error('The server stops')
  const done: string[] = []
  const running = doForEach(
    ['a', 'b', 'c'],
    async item => {
      done.push(item)
      if (item === 'b') stop.abort(reason)
    },
    stop.signal,
  )
  await expect(running).rejects.toBe(reason)
  expect(done).toEqual(['a', 'b'])
})
