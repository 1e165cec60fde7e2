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
import { whyOf } from './why.ts'

/** Where a file is written first, in the same folder, until it is whole. */
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

/** A file that is there is replaced, and not the link that leads to it; what is no file is written into. */
const kindOf = (path: string): { isFile: boolean; path: string } => {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there === undefined) return { isFile: true, path }
  if (there.isDirectory()) throw new Error('it is a folder')
  accessSync(path, constants.W_OK)
  return there.isFile() ? { isFile: true, path: realpathSync(path) } : { isFile: false, path }
}

/** Tries whether a file could be written; nothing is left behind. Tells why not, or null. */
export const whyNotWritable = (given: string): string | null => {
  try {
    const { isFile, path } = kindOf(given)
    if (!isFile) return null
    const { bavail, blocks } = statfsSync(dirname(path))
    if (blocks > 0 && bavail === 0) return `${given} cannot be written: no space is left there`
    const part = besides(path)
    writeFileSync(part, '', { flag: 'wx' })
    rmSync(part)
    return null
  } catch (fault) {
    return `${given} cannot be written: ${whyOf(fault)}`
  }
}

/** Writes a file all at once: whoever looks sees what was there before, or all of the text. */
export const writeWhole = (given: string, text: string): void => {
  const { isFile, path } = kindOf(given)
  if (isFile) written(path, text)
  else writeFileSync(path, text)
}
