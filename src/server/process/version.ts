import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './places.ts'

interface PackageFile {
  version: string
  engines: { node: string }
}

const readPackageFile = (): PackageFile =>
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as PackageFile

/** Returns the version of the product. */
export const readProductVersion = (): string => readPackageFile().version

/** Returns the oldest major version of Node that runs the product. */
export const readOldestNode = (): number => Number(/\d+/.exec(readPackageFile().engines.node)?.[0])
