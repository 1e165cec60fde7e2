import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Part {
  file: string
  name?: string
  imports?: string[]
}

/**
 * Files of the built browser application by the source file of each part, such as `pages/home.tsx`, or by the name of a
 * group in `vite.config.ts`, such as `base`: the part's own file first, then its imports. An unknown part has none.
 */
export const openBuiltAssets = (folder: string): ((part: string) => readonly string[]) => {
  const list = join(folder, '.vite/manifest.json')
  const manifest = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, Part>>)
    : {}
  const parts = new Map([
    ...Object.values(manifest).flatMap(part => (part.name === undefined ? [] : [[part.name, part] as const])),
    ...Object.entries(manifest),
  ])
  const add = (name: string, found: Set<string>): Set<string> => {
    const part = parts.get(name)
    if (!part || found.has(part.file)) return found
    found.add(part.file)
    for (const imported of part.imports ?? []) add(imported, found)
    return found
  }
  return part => [...add(part, new Set())]
}
