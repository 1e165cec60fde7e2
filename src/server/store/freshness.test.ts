import { expect, it } from 'vitest'
import { openReplicaFreshness } from './freshness.ts'

it('a replica is as fresh as the newest instant whose position it has passed', () => {
  const copy = openReplicaFreshness()
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

it('a stalled replica ages while the primary writes, and not while the primary is idle', () => {
  const copy = openReplicaFreshness()
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

it('a lost replica is not trusted until it has passed what was written since', () => {
  const copy = openReplicaFreshness()
  copy.written(1000, 50)
  copy.lost()
  copy.replayed(60)
  expect(copy.behind(2000)).toBe(Infinity)
  copy.written(3000, 55)
  copy.replayed(60)
  expect(copy.behind(3000)).toBe(0)
})
