import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openBuiltAssets } from '#server/http/parts'
import { projectRoot, webBuildDir } from '#server/process/places'
import { showKilobytes, ofGoal, tableRow, say } from './table.ts'

const SIGN_IN = 'sign-in/sign-in-page.tsx'
const PANEL = 'action/action-panel.tsx'
const ACTIONS = join(projectRoot, 'src/actions')
const OPEN_PAGE = ['pages/home.tsx', 'overlays']
const SIGN_IN_GOAL_KB = 130
const ROUTE_GOAL_KB = 60

const weightOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(webBuildDir, file))).length, 0) / 1000

const without = (files: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...files].filter(file => !others.has(file)))

/** Measures the size of each page. */
export const measureFirstLoads = (): void => {
  const filesOf = openBuiltAssets(webBuildDir)
  const all = (parts: readonly string[]) => new Set(parts.flatMap(filesOf))
  const tell = (name: string, files: ReadonlySet<string>, goal: number): void =>
    tableRow(name, showKilobytes(weightOf(files)), ofGoal(weightOf(files), goal))
  say('\nScript size of first loads, gzip; each page is in addition to sign-in')
  tableRow('', 'JavaScript', 'of goal')
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
