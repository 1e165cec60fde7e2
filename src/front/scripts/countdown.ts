import { inTime, tellingsPassed, toGo, untilNextWords } from '#domain/countdown'

// Counts down by the clock of the market, not by that of the machine; without it the page says when all the same.

/** How far the clock of the market is ahead of what `performance.now` says, which nobody sets. */
const askAhead = async (): Promise<number> => {
  const asked = performance.now()
  const { now } = (await (await fetch('/api/clock', { cache: 'no-store' })).json()) as { now: string }
  return Date.parse(now) - (asked + performance.now()) / 2
}

let ahead: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const places = [...document.querySelectorAll<HTMLElement>('[data-until]')]
const told = new Map<HTMLElement, number>()

const draw = (): void => {
  if (ahead === undefined) return
  clearTimeout(timer)
  const now = performance.now() + ahead
  const lefts = places.map(place => {
    const left = Math.max(0, Date.parse(place.dataset.until ?? '') - now)
    const [shown, spoken] = place.children
    if (shown) shown.textContent = toGo(left)
    const passed = tellingsPassed(left)
    if (spoken && told.has(place) && told.get(place) !== passed)
      spoken.textContent = `${place.dataset.what ?? ''} ${inTime(left)}.`
    told.set(place, passed)
    return left
  })
  const running = lefts.filter(left => left > 0)
  if (running.length > 0 && !document.hidden)
    timer = setTimeout(draw, Math.min(...running.map(untilNextWords), 2 ** 31 - 1))
}

const begin = async (): Promise<void> => {
  ahead = await askAhead()
  draw()
}

if (places.length > 0) {
  // Timers and clocks rest while nobody looks or the machine sleeps.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void begin().catch(() => undefined)
  })
  void begin().catch(() => undefined)
}
