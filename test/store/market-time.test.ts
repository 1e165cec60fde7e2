import { describe, expect, it } from 'vitest'
import { openMarketTime } from '#server/store/market-time'

/** A server’s clock, and a database’s clock that is `ahead` by this many milliseconds. */
const clocks = () => {
  const its = { ticks: 0, ahead: 0 }
  const instant = () => new Date(1_800_000_000_000 + its.ticks + its.ahead).toISOString()
  const time = openMarketTime({ wall: () => 0, ticks: () => its.ticks })
  /**
   * A query that the database reads `before` milliseconds after it was sent, and whose answer comes `after` milliseconds
   * later.
   */
  const asks = (before: number, after: number) => {
    const answered = time.ask()
    its.ticks += before
    const read = instant()
    its.ticks += after
    answered(read)
  }
  const apart = () => Date.parse(time.now()) - Date.parse(instant())
  return { its, asks, apart }
}

describe('the database’s clock as a server continues it', () => {
  it('is not put back by a process that slept between an answer and its reading', () => {
    const { asks, apart } = clocks()
    asks(0, 1)
    asks(0, 30_000)
    expect(apart()).toBe(-1)
  })

  it('is not put forward by a database that was slow to begin', () => {
    const { asks, apart } = clocks()
    asks(0, 1)
    asks(30_000, 0)
    expect(Math.abs(apart())).toBeLessThanOrEqual(1)
  })

  it('is as accurate as the shortest query allows, however long the first one took', () => {
    const { asks, apart } = clocks()
    asks(0, 4000)
    expect(apart()).toBe(-4000)
    asks(1, 1)
    expect(Math.abs(apart())).toBeLessThanOrEqual(2)
  })

  it('follows a clock that is reset, forward and back', () => {
    const { its, asks, apart } = clocks()
    asks(1, 1)
    for (const ahead of [86_400_000, -86_400_000]) {
      its.ahead = ahead
      asks(1, 1)
      expect(Math.abs(apart())).toBeLessThanOrEqual(2)
    }
  })
})
