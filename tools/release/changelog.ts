/**
 * Returns the section of a version in a changelog, with its heading.
 * Throws `Error` if there is none, or if it says nothing.
 */
export const changelogSection = (changelog: string, version: string): string => {
  const sections = changelog.split(/^(?=## \[)/m)
  const section = sections.find(one => one.startsWith(`## [${version}]`))?.trimEnd()
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`)
  if (!section.includes('\n')) throw new Error(`The section for ${version} in CHANGELOG.md is empty`)
  return `${section}\n`
}
