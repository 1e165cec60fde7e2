import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'

/** A package of package-lock.json. */
interface LockedPackage {
  dev?: boolean
  link?: boolean
}

const MEGABYTE = 1e6

/** The bytes of all files in a folder, without those of packages in it, which are counted themselves. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + (entry.name === 'node_modules' ? 0 : bytesIn(path))
    return sum + (entry.isFile() ? lstatSync(path).size : 0)
  }, 0)

/** Folders of the packages that `npm ci --omit=dev` installs on this machine, relative to the project. */
const productionPackages = (): string[] => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  return Object.entries(packages).flatMap(([path, { dev, link }]) =>
    path.startsWith('node_modules/') && !dev && !link && existsSync(join(projectRoot, path)) ? [path] : [],
  )
}

/** Counts packages and megabytes of a production installation, and megabytes of the built product. */
export const measureInstallation = () => {
  const packages = productionPackages()
  const installed = packages.reduce((sum, path) => sum + bytesIn(join(projectRoot, path)), 0)
  return {
    'packages of a production install': packages.length,
    'megabytes of a production install': installed / MEGABYTE,
    'megabytes of dist': bytesIn(join(projectRoot, 'dist')) / MEGABYTE,
  }
}
