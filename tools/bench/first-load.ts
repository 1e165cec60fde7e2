import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openParts } from '#server/http/parts'
import { projectRoot, webDir } from '#server/places'
import { kilobytes, ofGoal, row, say } from './table.ts'

const SIGN_IN = 'sign-in/sign-in-page.tsx'
const PANEL = 'action/action-panel.tsx'
const ACTIONS = join(projectRoot, 'src/actions')
const OPEN_PAGE = ['pages/home.tsx', 'shell/later.ts']
const SIGN_IN_GOAL_KB = 130
const ROUTE_GOAL_KB = 60

const weightOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(webDir, file))).length, 0) / 1000

const without = (files: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...files].filter(file => !others.has(file)))

/** What each page weighs. */
export const measureFirstLoads = (): void => {
  const filesOf = openParts(webDir)
  const all = (parts: readonly string[]) => new Set(parts.flatMap(filesOf))
  const tell = (name: string, files: ReadonlySet<string>, goal: number): void =>
    row(name, kilobytes(weightOf(files)), ofGoal(weightOf(files), goal))
  say('\nScript of first loads, gzip; each page is what comes on top of sign-in')
  row('', 'JavaScript', 'of goal')
  const signIn = all([SIGN_IN])
  tell('sign-in', signIn, SIGN_IN_GOAL_KB)
  for (const file of readdirSync(join(projectRoot, 'src/web/pages')).toSorted()) {
    const page = all([`pages/${file}`])
    if (page.size > 0) tell(file.replace('.tsx', ''), without(page, signIn), ROUTE_GOAL_KB)
  }
  const rooms = readdirSync(ACTIONS).filter(room => filesOf(`../actions/${room}/index.ts`).length > 0)
  for (const room of rooms.toSorted()) {
    const panel = all([PANEL, `../actions/${room}/index.ts`])
    tell(`action panel of ${room}, on top of a page`, without(panel, all(OPEN_PAGE)), ROUTE_GOAL_KB)
  }
}
