import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { bundledPackagesFile } from './places.ts'

/**
 * Waits until the pages are built: `npm start` builds them while the server loads its data. The file that is looked for
 * is the last that the build writes.
 */
export const waitForBuiltPages = async (tell: (line: string) => void): Promise<void> => {
  if (existsSync(bundledPackagesFile)) return
  tell('Waiting for the pages, which are being built')
  while (!existsSync(bundledPackagesFile)) await setTimeout(200)
}
