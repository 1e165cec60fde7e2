import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { projectRoot } from '#server/process/places'
import packageFile from '#package.json' with { type: 'json' }

/** A file with its import lines. */
export type SourceFile = Readonly<{ path: string; text: string; imports: readonly string[] }>

/** Reads a file of the repository. */
export const readSourceFile = (path: string): SourceFile => {
  const text = readFileSync(join(projectRoot, path), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\b[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return { path, text, imports: [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '') }
}

/** The target of an import: a path for our own files, otherwise the package or module that it names. */
export const SCRIPT_TARGET = (by: string, name: string): string => {
  if (name.startsWith('.')) return posix.join(posix.dirname(by), name)
  const [, inPackage, file = ''] = /^@credit-market\/([\w-]+)\/(.+)$/.exec(name) ?? []
  if (inPackage) return `packages/${inPackage}/${/^(node|test)\//.test(file) ? file : `src/${file}`}.ts`
  for (const [alias, to] of Object.entries(packageFile.imports)) {
    const [start = ''] = alias.split('*')
    if (name.startsWith(start)) return posix.normalize(to.replace('*', name.slice(start.length)))
  }
  return name
}

/** The paths of a file and of everything that it imports, directly and indirectly. */
export const listFileWithImports = (path: string): string[] => {
  const reached = new Set([path])
  for (const one of reached)
    for (const name of readSourceFile(one).imports) {
      const next = SCRIPT_TARGET(one, name)
      if (existsSync(join(projectRoot, next))) reached.add(next)
    }
  return [...reached].toSorted()
}
