import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PRELOADED_PAGES } from '#contract/nouns/first-view'
import { openBuiltAssets } from '#server/http/parts'
import { projectRoot, webBuildDir } from '#server/process/places'

/** Limit of script and style files of a page, so that a slow connection is not busy with requests. */
const MOST_PARTS = 8
/** Group of files that every page loads in addition to its own. */
const LATER = 'overlays'

/** Returns the errors of the built parts of the browser application, as sentences. */
const faultsOfParts = (): string[] => {
  const filesOf = openBuiltAssets(webBuildDir)
  const styles = readdirSync(join(webBuildDir, 'assets')).filter(file => file.endsWith('.css'))
  const pages = ['pages', 'sign-in'].flatMap(room =>
    readdirSync(join(projectRoot, 'src/web', room))
      .filter(file => file.endsWith('.tsx'))
      .map(file => `${room}/${file}`),
  )
  const tooMany = pages.flatMap(page => {
    const own = filesOf(page)
    if (own.length === 0) return []
    const all = [...new Set([...own, ...filesOf(LATER)]), ...styles]
    return all.length > MOST_PARTS
      ? [
          `${page} needs ${all.length} files, more than ${MOST_PARTS}: ${all.join(', ')}; see the groups in vite.config.ts`,
        ]
      : []
  })
  const missing = PRELOADED_PAGES.filter(({ part }) => filesOf(part).length === 0).map(
    ({ path, part }) => `${path} should be preloaded with ${part}, which was not built as a separate file`,
  )
  return [...tooMany, ...missing]
}

/** Ends a build whose pages would have to ask for too many files, or for one that is not there. */
export const checkParts = (): void => {
  const faults = faultsOfParts()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
