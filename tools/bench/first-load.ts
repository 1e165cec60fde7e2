import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webDir } from '#server/places'
import { kilobytes, ofGoal, row, say } from './table.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** What a route makes a browser fetch before it shows anything, compressed, in thousands of bytes. */
interface FirstLoad {
  route: string
  js: number
  css: number
}

const ENTRY = 'index.html'
const SIGN_IN_GOAL_KB = 130
const ROUTE_GOAL_KB = 60

/** The weight of every route: the sign-in page whole, every further page as what comes on top of it. */
const firstLoads = (): FirstLoad[] => {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = (name: string, found = new Map<string, string[]>()): Map<string, string[]> => {
    const chunk = manifest[name]
    if (!chunk || found.has(name)) return found
    found.set(name, [chunk.file, ...(chunk.css ?? [])])
    for (const imported of chunk.imports ?? []) filesOf(imported, found)
    return found
  }
  const all = (name: string) => new Set([...filesOf(name).values()].flat())
  const entry = all(ENTRY)
  const weigh = (route: string, files: readonly string[]): FirstLoad => ({
    route,
    js: weightOf(files.filter(file => file.endsWith('.js'))),
    css: weightOf(files.filter(file => file.endsWith('.css'))),
  })
  const pages = Object.keys(manifest).filter(name => /^(pages|action)\/[^/]+\.tsx$/.test(name))
  return [
    weigh('sign-in', [...entry]),
    ...pages.toSorted().map(name =>
      weigh(
        name.replace(/^.*\/|\.tsx$/g, ''),
        [...all(name)].filter(file => !entry.has(file)),
      ),
    ),
  ]
}

const weightOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(webDir, file))).length, 0) / 1000

/** What each page weighs. */
export const measureFirstLoads = (): void => {
  say('\nFirst load, gzip; each page is what comes on top of sign-in')
  row('', 'JavaScript', 'CSS', 'of goal')
  for (const { route, js, css } of firstLoads())
    row(
      route,
      kilobytes(js),
      kilobytes(css),
      ofGoal(js, route === 'sign-in' ? SIGN_IN_GOAL_KB : ROUTE_GOAL_KB),
    )
}
