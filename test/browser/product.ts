import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { projectRoot } from '#server/process/places'
import { chromiumPath } from '../../tools/chromium.ts'
import {
  copyTemplateWithRunningClock,
  demonstration,
  TEMPLATE_NOW,
  TEMPLATE_PASSWORD,
  type Template,
} from '../builders/templates.ts'
import { connectionUrlOf } from '../postgres.ts'

/** A free port. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })

const saying = (child: ChildProcess, wanted: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', line => {
          said.push(line)
          if (line.includes(wanted)) resolve()
        })
    child.once('exit', code => reject(new Error(`The server ended with ${code}:\n${said.join('\n')}`)))
  })

/** Runs the built product with these settings until it is closed. */
const start = async (settings: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> => {
  const main = join(projectRoot, 'dist/server/main.js')
  if (!existsSync(main)) throw new Error('The product is not built: run npm run build')
  const port = await findFreePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DEMO: 'on',
      DEMO_PASSWORD: TEMPLATE_PASSWORD,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await saying(child, 'The market is at')
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

/**
 * Runs the built product on an installation of its own, with the demonstration market or one made from it. Its clock
 * begins at the instant of the template, whatever the day, so that no market has to be made for today.
 */
export const openDemonstration = async (template: Template = demonstration) => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(template)
  const { url, stop } = await start({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrlOf(connection),
    BEGINS_AT: TEMPLATE_NOW,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'begins-at.ts')}`,
  })
  const close = async () => {
    await stop()
    await remove()
  }
  return { url, connection, close }
}

/** Longer than Playwright's own 30 seconds: a limit ends what hangs, and must not be what a busy machine makes slow. */
const PATIENCE_MS = 300_000

/** The system's Chromium. */
export const openBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      // By default the headless shell aligns glyphs to pixels and Chromium does not; the stored pictures must match both.
      '--font-render-hinting=none',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds: what the optimizing compilers gain there is less than what they take.
      '--js-flags=--no-turbofan --no-maglev',
    ],
  })
  browser.on('context', context => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

/** Opens a blank page for a person who has signed in, and collects browser errors. */
export const openSignedInPage = async (
  browser: Browser,
  url: string,
  username: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  const answer = await context.request.post('/api/auth/login', {
    data: { username, password: TEMPLATE_PASSWORD },
  })
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, complaints }
}
