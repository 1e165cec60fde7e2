import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { bundledPackagesFile } from './places.ts'

/** Set by `npm start`; without it there may be no pages at all, as under `npm run dev`. */
const PAGES_ARE_BUILT_LATER = 'PAGES_ARE_BUILT_LATER'

/**
 * Waits until the pages are built: `npm start` builds them while the server loads its data. The file that is looked for
 * is the last that the build writes.
 */
export const waitForBuiltPages = async (tell: (line: string) => void): Promise<void> => {
  if (!process.env[PAGES_ARE_BUILT_LATER] || existsSync(bundledPackagesFile)) return
  tell('Waiting for the pages, which are being built')
  while (!existsSync(bundledPackagesFile)) await setTimeout(200)
}
