import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const KEY_BYTES = 32

/** Path of the key, unless the environment contains it. */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'secret.key')

/** Path of the next key during a key rotation: it is written before anything is encrypted with it. */
export const nextKeyFilePath = (dataDir: string): string => `${keyFilePath(dataDir)}.next`

/** Writes a random or given key to a file that only its owner can read; an existing file stays. */
export const writeKeyFile = (path: string, key = randomBytes(KEY_BYTES)): void => {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, key.toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Reads the key in a file. */
export const readKeyFile = (path: string): Buffer => {
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not contain a key of ${KEY_BYTES} bytes in base64`)
  return key
}

/** The next key of a key rotation, if there is one. */
export const readNextKey = (dataDir: string): Buffer | undefined =>
  existsSync(nextKeyFilePath(dataDir)) ? readKeyFile(nextKeyFilePath(dataDir)) : undefined

/** Replaces the key in the data folder with the next key. */
export const activateNextKey = (dataDir: string): void =>
  renameSync(nextKeyFilePath(dataDir), keyFilePath(dataDir))
