import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '#server/process/places'
import { listFileWithImports } from './source-file.ts'

/** Files from which a market is made although no file imports them. */
const READ_WITHOUT_IMPORT = ['package-lock.json', 'refdata/**/*.*', 'src/**/migrations/*.sql']

/** A short hash of all sources of a file’s templates: the file, its imports, and the files that these read. */
export const hashOfSources = (file: string): string => {
  const hash = createHash('sha256')
  const read = globSync(READ_WITHOUT_IMPORT, { cwd: projectRoot })
  for (const path of [...listFileWithImports(relative(projectRoot, file)), ...read].toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(projectRoot, path)))
  return hash.digest('hex').slice(0, 12)
}
