import { expect, it } from 'vitest'
import { letRequestsGoFirst } from './requests-first.ts'

const work = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('long work lets what has arrived go first', async () => {
  const goFirst = letRequestsGoFirst()
  const order: string[] = []
  setTimeout(() => order.push('request'), 0)
  for (let step = 0; step < 3; step += 1) {
    work(15)
    await goFirst()
    order.push('step')
  }
  expect(order.slice(0, 3)).toContain('request')
})

it('short work goes on at once', async () => {
  const goFirst = letRequestsGoFirst()
  const order: string[] = []
  setTimeout(() => order.push('request'), 0)
  await goFirst()
  order.push('step')
  expect(order).toEqual(['step'])
})
