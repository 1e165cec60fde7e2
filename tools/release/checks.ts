import { execFileSync } from 'node:child_process'

/** A semantic version (semver.org), such as 1.2.0 or 1.2.0-rc.1. */
const VERSION = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-[\dA-Za-z.-]+)?$/

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

/**
 * Returns the commit that is to be released and its time in seconds since 1970.
 * Throws `Error` if the version is not a semantic one, if files differ from the commit, or if the tag of the version,
 * such as v1.2.0, names other content.
 */
export const releasableCommit = (folder: string, version: string): { commit: string; seconds: number } => {
  if (!VERSION.test(version))
    throw new Error(`The version "${version}" in package.json is not a semantic one`)
  const changed = git(folder, 'status', '--porcelain')
  if (changed !== '') throw new Error(`These files differ from the commit:\n${changed}`)
  const tag = `v${version}`
  if (git(folder, 'tag', '--list', tag) !== '') {
    const [tagged, present] = [tag, 'HEAD'].map(name => git(folder, 'rev-parse', `${name}^{tree}`))
    if (tagged !== present)
      throw new Error(`The tag ${tag} has other content. Give this release a new version in package.json`)
  }
  return {
    commit: git(folder, 'rev-parse', 'HEAD'),
    seconds: Number(git(folder, 'log', '-1', '--format=%ct')),
  }
}
