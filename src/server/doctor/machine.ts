import { randomUUID, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessageOf } from '#domain/values/narrow'
import type { ServerConfig } from '../process/config.ts'
import { refuseTakenPort } from '../process/taken-port.ts'
import { readOldestNode } from '../process/version.ts'
import { readFreeDiskSpace } from '../store/free-space.ts'
import { advice, fault, fine, type Finding } from './finding.ts'

/** Checks the version of Node against the one that the product needs. */
export const checkNode = (version = process.versions.node): Finding => {
  const least = readOldestNode()
  return Number.parseInt(version, 10) >= least
    ? fine('Node', `version ${version}`)
    : fault('Node', `version ${version} is too old. Install Node ${least} or newer`)
}

/** Checks that the server can listen at its address. */
export const checkPort = async ({ host, port }: ServerConfig): Promise<Finding> => {
  const isMarket = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    async answer => (await answer.text()).replaceAll(/\s/g, '') === '{"ok":true}',
    () => false,
  )
  if (isMarket) return fine('Port', `a market is running at ${host}:${port}`)
  return refuseTakenPort(host, port).then(
    () => fine('Port', `${host}:${port} is free`),
    error => fault('Port', errorMessageOf(error)),
  )
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))

/**
 * Checks that a folder, or the one in which it will be made, can be written to, and that its disk has the space that
 * the server asks for.
 */
export const checkFolder = async (
  about: string,
  { folder, variable, minFreeSpace }: { folder: string; variable: string; minFreeSpace: number },
): Promise<Finding> => {
  const there = nearestFolder(folder)
  const trial = join(there, `trial-${randomUUID()}`)
  try {
    await writeFile(trial, 'x')
    await rm(trial)
    const free = await readFreeDiskSpace(there)
    const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
    return free >= minFreeSpace
      ? fine(about, `${folder} can be written to, and ${gigabytes(free)} are free`)
      : fault(
          about,
          `only ${gigabytes(free)} are free at ${folder}, and the server needs ${gigabytes(minFreeSpace)} (MIN_FREE_SPACE). Make space, or set another folder in ${variable}`,
        )
  } catch (error) {
    return fault(
      about,
      `${folder} cannot be written to (${errorMessageOf(error)}). Give this user the right to write in ${there}, or set another folder in ${variable}`,
    )
  }
}

/** Points out a proxy in the environment that Node does not use by itself. */
export const checkProxy = (env: NodeJS.ProcessEnv): Finding[] => {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy
  if (!proxy) return []
  return [
    env.NODE_USE_ENV_PROXY === '1'
      ? fine('Proxy', 'requests go through the proxy of the environment')
      : advice('Proxy', 'a proxy is set, but Node uses it only with NODE_USE_ENV_PROXY=1'),
  ]
}

/** Checks the file with additional certificate authorities: Node starts without it if it cannot be read. */
export const checkAuthorities = async (env: NodeJS.ProcessEnv): Promise<Finding[]> => {
  const file = env.NODE_EXTRA_CA_CERTS
  if (!file) return []
  const about = 'Certificate authorities'
  try {
    const { validTo } = new X509Certificate(await readFile(file))
    return Date.parse(validTo) < Date.now()
      ? [
          fault(
            about,
            `the certificate in ${file} expired on ${validTo}. Name a newer one in NODE_EXTRA_CA_CERTS`,
          ),
        ]
      : [fine(about, `those in ${file} are trusted too`)]
  } catch (error) {
    return [
      fault(
        about,
        `${file} has no certificate that can be read (${errorMessageOf(error)}). Name a PEM file that this user may read in NODE_EXTRA_CA_CERTS`,
      ),
    ]
  }
}

/** Checks that backups are made and that someone can open them. */
export const checkBackups = ({ backup, demo }: ServerConfig): Finding => {
  if (demo) return fine('Backups', 'a demonstration needs none')
  if (backup.folder === undefined)
    return advice('Backups', 'none are made automatically. Set a folder in BACKUP_DIR')
  if (backup.recipients.length === 0 && backup.passphrase === undefined)
    return fault('Backups', 'none can be made without a key. Set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE')
  return fine('Backups', `every ${backup.everyMinutes} minutes, in ${backup.folder}`)
}
