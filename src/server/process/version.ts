import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './places.ts'

/** Returns the version of the product. */
export const readProductVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version
