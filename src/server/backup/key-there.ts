import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '../process/config.ts'

/** Returns the secret key of an installation, if it has one already. */
export const readInstallationKey = ({
  secretKey,
  dataDir,
}: Pick<ServerConfig, 'secretKey' | 'dataDir'>): Buffer | undefined => {
  if (secretKey) return Buffer.from(secretKey, 'base64')
  const path = join(dataDir, 'secret.key')
  return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8'), 'base64') : undefined
}
