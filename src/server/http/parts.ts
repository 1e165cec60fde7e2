import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Part {
  file: string
  imports?: string[]
}

/**
 * The built parts of the browser application: the files that a part needs, itself first, by the name of what it was built
 * from, such as `pages/home.tsx`. A part that there is not needs none.
 */
export const openParts = (folder: string): ((part: string) => readonly string[]) => {
  const list = join(folder, '.vite/manifest.json')
  const manifest = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, Part>>)
    : {}
  const add = (name: string, found: Set<string>): Set<string> => {
    const part = manifest[name]
    if (!part || found.has(part.file)) return found
    found.add(part.file)
    for (const imported of part.imports ?? []) add(imported, found)
    return found
  }
  return part => [...add(part, new Set())]
}
