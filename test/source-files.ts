import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { readSourceFile, type SourceFile } from './source-file.ts'

/** Everything below a folder, including folders. */
export const listPathsBelow = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
    name => `${folder}/${name}`,
  )

/** All code. */
export const codeFiles = ['src', 'packages', 'test', 'tools']
  .flatMap(listPathsBelow)
  .filter(path => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('/node_modules/'))
  .map(readSourceFile)

/** Code in a folder. */
export const codeFilesIn = (folder: string): SourceFile[] =>
  codeFiles.filter(({ path }) => path.startsWith(folder))

/** True for tests, and for files that the tests of a package share. */
export const isTestFile = (path: string): boolean => /\.test\.tsx?$|^packages\/[\w-]+\/test\//.test(path)

/** All code that is not a test. */
export const productFiles = [...codeFilesIn('src/'), ...codeFilesIn('packages/')].filter(
  ({ path }) => !isTestFile(path),
)
