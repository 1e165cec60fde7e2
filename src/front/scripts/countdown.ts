import { timeLeftText, announcementIndex, countdownText, msUntilTextChanges } from '#domain/values/countdown'

// Counts down by the market's clock, not by that of the computer. Without it the page still says when.

/** Offset of the market's clock from `performance.now`, which no one can set. In milliseconds. */
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
    if (shown) shown.textContent = countdownText(left)
    const passed = announcementIndex(left)
    if (spoken && told.has(place) && told.get(place) !== passed)
      spoken.textContent = `${place.dataset.what ?? ''} ${timeLeftText(left)}.`
    told.set(place, passed)
    return left
  })
  const running = lefts.filter(left => left > 0)
  if (running.length > 0 && !document.hidden)
    timer = setTimeout(draw, Math.min(...running.map(msUntilTextChanges), 2 ** 31 - 1))
}

const begin = async (): Promise<void> => {
  ahead = await askAhead()
  draw()
}

if (places.length > 0) {
  // Timers are throttled while the page is hidden or the machine sleeps.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void begin().catch(() => undefined)
  })
  void begin().catch(() => undefined)
}
