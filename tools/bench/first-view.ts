import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from '../chromium.ts'
import { startServer } from './installation.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { showKilobytes, millis, ofGoal, tableRow, say } from './table.ts'

/** Loading times of a page for a first-time visitor, with a slowed browser. */
interface FirstView {
  /** First and largest contentful paint, in milliseconds. */
  fcp: number
  lcp: number
  /** For how long, in all, the page could be seen and did not answer: what tasks took of the time after `fcp`, beyond 50 ms each, as Lighthouse counts it. */
  tbt: number
  /** Cumulative layout shift. */
  cls: number
  /** Number of requested script and style files. */
  parts: number
  /** Transferred data, in thousands of bytes. */
  kilobytes: number
  /** API addresses that were requested more than once. */
  askedTwice: string[]
}

// A telephone on a slow line, as Lighthouse and Chrome have it.
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const TIMES_SLOWER = 4
const QUIET_MS = 1000

interface Seen {
  fcp: number
  lcp: number
  cls: number
  /** Start and end of each long task. */
  busy: (readonly [number, number])[]
}

// Runs in the page.
const WATCH = `
  globalThis.firstView = { fcp: 0, lcp: 0, cls: 0, busy: [] }
  new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') firstView.fcp = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) firstView.busy.push([startTime, startTime + duration])
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) firstView.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value } of list.getEntries()) firstView.cls += value
  }).observe({ type: 'layout-shift', buffered: true })
`

const LONG_TASK_MS = 50

const blockedIn = ({ fcp, busy }: Seen): number =>
  busy
    .map(([from, until]) => until - Math.max(from, fcp) - LONG_TASK_MS)
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0)

/** Opens a page in a browser that has never been there, with the cookie of a session or without. */
const firstView = async (browser: Browser, url: string, cookie: string | null): Promise<FirstView> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: new URL('/', url).href }])
  }
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const devtools = await context.newCDPSession(page)
  const asked: string[] = []
  let bytes = 0
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  devtools.on('Network.requestWillBeSent', ({ request }) => void asked.push(request.url))
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
  const seen = await page.evaluate<Seen>('globalThis.firstView')
  await context.close()
  const paths = asked.map(one => one.slice(new URL('/', url).href.length - 1))
  const calls = paths.filter(path => path.startsWith('/api/'))
  return {
    fcp: seen.fcp,
    lcp: seen.lcp,
    cls: seen.cls,
    tbt: blockedIn(seen),
    parts: paths.filter(path => /\.(js|css)$/.test(path)).length,
    kilobytes: bytes / 1000,
    askedTwice: calls.filter((path, at) => calls.indexOf(path) < at),
  }
}

const TIMES = 5

const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
const LCP_GOAL_MS = 1500
const FCP_GOAL_MS = 1000
const TBT_GOAL_MS = 100
const CLS_GOAL = 0.02
const PARTS_GOAL = 8
const PAGES: Record<string, string> = {
  home: '/',
  round: '/markets/MK-SOM/round/RD-SOM-A',
  review: '/markets/MK-SOM/round/RD-SOM-A/review',
  registry: '/registry/credits',
}
/** Pages that need no sign-in. */
const OPEN_PAGES: Record<string, string> = {
  'sign-in': '/login',
  start: '/',
  register: '/register/projects',
  serial: '/register/credits',
  prices: '/prices',
  practice: '/practice',
}

/** Measures the first view of a page for the operator and for visitors; medians of five. */
export const measureFirstViews = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  const { cookie } = await signIn(url, 'operator')
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  say(
    `\nFirst views, with a processor ${TIMES_SLOWER} times slower on a slow line (1.6 Mbit/s, 150 ms), median of ${TIMES}; the goals are FCP ${FCP_GOAL_MS} ms, LCP ${LCP_GOAL_MS} ms, TBT ${TBT_GOAL_MS} ms on public pages, CLS ${CLS_GOAL} and ${PARTS_GOAL} script and style files`,
  )
  await sayIfBusy()
  tableRow('', 'FCP', 'LCP', 'of goal', 'TBT', 'CLS', 'files', 'in all', 'fetched twice')
  const tell = async (name: string, path: string, reader: string | null): Promise<void> => {
    const views: FirstView[] = []
    while (views.length < TIMES) views.push(await firstView(browser, `${url}${path}`, reader))
    const of = (figure: (view: FirstView) => number): number => median(views.map(figure))
    tableRow(
      name,
      millis(of(view => view.fcp)),
      millis(of(view => view.lcp)),
      ofGoal(
        of(view => view.lcp),
        LCP_GOAL_MS,
      ),
      millis(of(view => view.tbt)),
      of(view => view.cls).toFixed(3),
      String(of(view => view.parts)),
      showKilobytes(of(view => view.kilobytes)),
      String(of(view => view.askedTwice.length)),
    )
  }
  for (const [name, path] of Object.entries(OPEN_PAGES))
    await tell(name, name === 'serial' ? await aSerial(url) : path, null)
  for (const [name, path] of Object.entries(PAGES)) await tell(name, path, cookie)
  await browser.close()
  await stop()
}

/** The page of some serial of the register. */
const aSerial = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/public/registry/credits?limit=1`)
  const { items } = (await answer.json()) as { items: { serials: string[] }[] }
  return `/register/credits/${items[0]?.serials[0] ?? ''}`
}
