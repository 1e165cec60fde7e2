import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/places'

/** A file with the lines that import. */
export type SourceFile = Readonly<{ path: string; text: string; imports: readonly string[] }>

/** Reads a file of the repository. */
export const read = (path: string): SourceFile => {
  const text = readFileSync(join(projectRoot, path), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\b[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return { path, text, imports: [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '') }
}

/** All that is below a folder, folders too. */
export const below = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
    name => `${folder}/${name}`,
  )

/** All code there is. */
export const files = ['src', 'test', 'tools']
  .flatMap(below)
  .filter(path => /\.(ts|tsx|mjs|css)$/.test(path))
  .map(read)
