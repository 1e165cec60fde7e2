import { expect, it } from 'vitest'
import { openFreshness } from './freshness.ts'

it('a copy is as fresh as the newest moment whose position it has passed', () => {
  const copy = openFreshness()
  expect(copy.behind(0)).toBe(Infinity)
  copy.written(1000, 50)
  copy.written(2000, 70)
  copy.replayed(49)
  expect(copy.behind(2000)).toBe(Infinity)
  copy.replayed(69)
  expect(copy.behind(2500)).toBe(1500)
  copy.replayed(70)
  expect(copy.behind(2500)).toBe(500)
})

it('a copy that stands still while the primary writes grows old, and one of a primary at rest does not', () => {
  const copy = openFreshness()
  for (const second of [1, 2, 3]) {
    copy.written(second * 1000, 50)
    copy.replayed(50)
  }
  expect(copy.behind(3000)).toBe(0)
  for (const second of [4, 5, 6]) {
    copy.written(second * 1000, 50 + second)
    copy.replayed(50)
  }
  expect(copy.behind(6000)).toBe(3000)
})

it('a copy that was lost is not trusted before it has passed what was written since', () => {
  const copy = openFreshness()
  copy.written(1000, 50)
  copy.lost()
  copy.replayed(60)
  expect(copy.behind(2000)).toBe(Infinity)
  copy.written(3000, 55)
  copy.replayed(60)
  expect(copy.behind(3000)).toBe(0)
})
