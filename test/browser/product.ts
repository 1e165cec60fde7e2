import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { projectRoot } from '#server/places'
import { chromiumPath } from '../../tools/chromium.ts'
import {
  runningCopyOf,
  demonstration,
  demonstrationOfToday,
  NOW,
  PASSWORD,
  type Template,
} from '../builders/templates.ts'
import { urlOf } from '../postgres.ts'

/** A port that nobody listens on. */
export const freePort = (): Promise<number> =>
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

/** The built product, run with these settings until it is closed. */
const start = async (settings: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> => {
  const main = join(projectRoot, 'dist/server/main.js')
  if (!existsSync(main)) throw new Error('The product is not built: run npm run build')
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
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

/** The built product on an installation of one's own, where somebody else has loaded the demonstration market today. */
export const openCopy = () => openOn(demonstrationOfToday)

/** The same on the day of the tests, whatever day it is: its clock begins at `NOW`. */
export const openCopyOfThatDay = () =>
  openOn(demonstration, {
    BEGINS_AT: NOW,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'begins-at.ts')}`,
  })

const openOn = async (template: Template, settings: NodeJS.ProcessEnv = {}) => {
  const { connection, dataDir, remove } = await runningCopyOf(template)
  const { url, stop } = await start({ DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), ...settings })
  const close = async () => {
    await stop()
    await remove()
  }
  return { url, connection, close }
}

/** The system's Chromium. */
export const openBrowser = async (): Promise<Browser> => {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page of somebody who has signed in, and stands nowhere yet; whatever the browser complains of is collected. */
export const signedIn = async (
  browser: Browser,
  url: string,
  username: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  const answer = await context.request.post('/api/auth/login', { data: { username, password: PASSWORD } })
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, complaints }
}
