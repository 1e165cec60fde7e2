import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../chromium.ts'
import { embeddedDatabaseOf, startServer } from './installation.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { showKilobytes, millis, ofGoal, tableRow, say } from './table.ts'

const FIRST_GOAL_MS = 1000
const FRAMES_GOAL = 50
const TIMES = 3
const MOVES = 120

/** Places all projects in England, at the same points each time. */
const scatter = async (reach: pg.ClientConfig): Promise<number> => {
  const client = new pg.Client(reach)
  await client.connect()
  const { rowCount } = await client.query(`update project set
    latitude = 50.6 + (hashtext(id) & 65535) / 65535.0 * 4.4,
    longitude = -3.6 + (hashtext(id || 'east') & 65535) / 65535.0 * 4.2`)
  await client.end()
  return rowCount ?? 0
}

// Runs in the page: when each frame was drawn.
const WATCH = `
  globalThis.frames = []
  const next = time => { globalThis.frames.push(time); requestAnimationFrame(next) }
  requestAnimationFrame(next)
`

/** Measures frames per second while a pointer moves the map, and the longest time between two frames. */
const moving = async (page: Page): Promise<{ perSecond: number; longest: number }> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(WATCH)
  for (let at = 1; at <= MOVES; at += 1)
    await page.mouse.move(x + 300 * Math.sin(at / 12), y + 120 * Math.sin(at / 7))
  const frames = await page.evaluate<number[]>('globalThis.frames')
  await page.mouse.up()
  const between = frames.slice(1).map((time, at) => time - (frames[at] ?? 0))
  const took = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return { perSecond: (1000 * between.length) / took, longest: Math.max(...between) }
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0

/** The map of a list of many: from the press that opens it to its first picture, and how smoothly it is moved. */
export const measureMap = async (dataDir: string, fill: () => Promise<void>): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  await fill()
  const many = await scatter(embeddedDatabaseOf(dataDir))
  const { cookie } = await signIn(url, 'operator')
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const [name = '', value = ''] = cookie.split('=')
  say(
    `\nThe map of ${many} projects, median of ${TIMES}; the goals are a first picture within ${FIRST_GOAL_MS} ms and ${FRAMES_GOAL} frames a second`,
  )
  await sayIfBusy()
  tableRow('', 'first picture', 'of goal', 'frames / s', 'longest', 'over the line')
  const seen: { first: number; perSecond: number; longest: number; bytes: number }[] = []
  while (seen.length < TIMES) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name, value, url: new URL('/', url).href }])
    const page = await context.newPage()
    await page.goto(`${url}/projects`)
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    let bytes = 0
    await devtools.send('Network.enable')
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    const begun = performance.now()
    await page.getByText('Map', { exact: true }).click()
    await page.locator('.map-stage .mark').first().waitFor()
    const first = performance.now() - begun
    await page.waitForLoadState('networkidle')
    seen.push({ first, bytes, ...(await moving(page)) })
    await context.close()
  }
  const of = (figure: (one: (typeof seen)[number]) => number): number => median(seen.map(figure))
  tableRow(
    'projects',
    millis(of(({ first }) => first)),
    ofGoal(
      of(({ first }) => first),
      FIRST_GOAL_MS,
    ),
    of(({ perSecond }) => perSecond).toFixed(0),
    millis(of(({ longest }) => longest)),
    showKilobytes(of(({ bytes }) => bytes) / 1000),
  )
  await browser.close()
  await stop()
}
