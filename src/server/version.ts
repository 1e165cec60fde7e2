import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './places.ts'

/** Which version of the product this is. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version
