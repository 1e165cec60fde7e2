import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first: it renders the same pages with about a third less processor time (decision 0167).
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const ELSEWHERE = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds the browser that the tests drive: the one that `CHROMIUM` names, else the first on the PATH, else one in a
 * usual place. Throws an error with the remedy if there is none.
 */
export const chromiumPath = ({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string => {
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM
    throw new Error(`CHROMIUM is ${CHROMIUM}, but there is no browser: correct it, or leave it out`)
  }
  const onPath = NAMES.flatMap(name => PATH.split(delimiter).map(folder => join(folder, name)))
  const found = [...onPath, ...ELSEWHERE].find(path => existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM to the path of Chromium or Chrome',
  )
}
