import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const KEY_BYTES = 32

/** Where the key lies that the environment does not name. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secret.key')

/** Where the key lies that is about to take its place: it is written down before anything is encrypted with it. */
export const nextKeyPath = (dataDir: string): string => `${keyPath(dataDir)}.next`

/** Makes a key by chance, or keeps the given one, in a file that only the owner reads; what is there already stays. */
export const makeKeyIn = (path: string, key = randomBytes(KEY_BYTES)): void => {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, key.toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The key in a file. */
export const keyIn = (path: string): Buffer => {
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes in base64`)
  return key
}

/** The key that is about to take the place of the one in the data folder, if there is one. */
export const nextKeyIn = (dataDir: string): Buffer | undefined =>
  existsSync(nextKeyPath(dataDir)) ? keyIn(nextKeyPath(dataDir)) : undefined

/** Puts the next key in the place of the one in the data folder. */
export const takeNextKey = (dataDir: string): void => renameSync(nextKeyPath(dataDir), keyPath(dataDir))
