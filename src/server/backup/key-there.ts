import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The secret key of an installation, where it has one already. */
export const keyThere = ({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Buffer | undefined => {
  if (secretKey) return Buffer.from(secretKey, 'base64')
  const path = join(dataDir, 'secret.key')
  return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8'), 'base64') : undefined
}
