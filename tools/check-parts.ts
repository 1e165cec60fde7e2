import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_VIEWS } from '#contract/first-view'
import { openParts } from '#server/http/parts'
import { projectRoot, webDir } from '#server/places'

/** How many files of script and style a page may ask for, so that a slow line is not busy with asking. */
const MOST_PARTS = 8
/** What every page has besides its own part. */
const LATER = 'shell/later.ts'

/** What is wrong with the parts that the browser application was built into, in sentences. */
const faultsOfParts = (): string[] => {
  const filesOf = openParts(webDir)
  const styles = readdirSync(join(webDir, 'assets')).filter(file => file.endsWith('.css'))
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
  const missing = FIRST_VIEWS.filter(({ part }) => filesOf(part).length === 0).map(
    ({ path, part }) => `${path} is to come with ${part}, which was not built as a part of its own`,
  )
  return [...tooMany, ...missing]
}

/** Ends a build whose pages would have to ask for too many files, or for one that is not there. */
export const checkParts = (): void => {
  const faults = faultsOfParts()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
