import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const ELSEWHERE = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of the Chromium or Chrome that the browser tests drive: the one that `CHROMIUM` names, else the first on the PATH, else in
 * a usual place. Throws where there is none, with what to do about it.
 */
export const chromiumPath = ({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string => {
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM
    throw new Error(`CHROMIUM names ${CHROMIUM}, where there is no browser: correct it, or leave it out`)
  }
  const onPath = PATH.split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)))
  const found = [...onPath, ...ELSEWHERE].find(path => existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium), or name a Chromium or Chrome in CHROMIUM',
  )
}
