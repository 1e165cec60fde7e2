import {
  accessSync,
  constants,
  renameSync,
  rmSync,
  realpathSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { oneLineErrorMessage } from './why.ts'

/** Temporary path in the same folder, to which a file is written before it replaces the old one. */
const besides = (path: string): string => `${path}.${process.pid}.part`

const written = (path: string, text: string): void => {
  const part = besides(path)
  try {
    writeFileSync(part, text, { flag: 'wx', flush: true })
    renameSync(part, path)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Follows links to the file itself, which is replaced; a path that is no regular file is written to directly. */
const kindOf = (path: string): { isFile: boolean; path: string } => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there === undefined) return { isFile: true, path }
  if (there.isDirectory()) throw new Error('it is a folder')
  accessSync(path, constants.W_OK)
  return there.isFile() ? { isFile: true, path: realpathSync(path) } : { isFile: false, path }
}

/** Tries whether a file can be written, and leaves nothing behind. Returns the reason why not, or null. */
export const findWriteError = (given: string): string | null => {
  try {
    const { isFile, path } = kindOf(given)
    if (!isFile) return null
    const { bavail, blocks } = statfsSync(dirname(path))
    if (blocks > 0 && bavail === 0) return `${given} cannot be written: the disk is full`
    const part = besides(path)
    writeFileSync(part, '', { flag: 'wx' })
    rmSync(part)
    return null
  } catch (fault) {
    return `${given} cannot be written: ${oneLineErrorMessage(fault)}`
  }
}

/** Writes a file atomically: a reader sees either the old content or all of the new text. */
export const writeFileAtomically = (given: string, text: string): void => {
  const { isFile, path } = kindOf(given)
  if (isFile) written(path, text)
  else writeFileSync(path, text)
}
