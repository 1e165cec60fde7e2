import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { migrationsDir } from '#server/process/places'
import { changelogSection } from '../tools/release/changelog.ts'
import { readSourceFile } from './source-file.ts'

const changelog = readSourceFile('CHANGELOG.md').text
const versions = [...changelog.matchAll(/^## \[(\d\S*)\]/gm)].map(([, version = '']) => version)

it('the newest version of the changelog is that of every package, of the lock file and of the samples', () => {
  const lock = JSON.parse(readSourceFile('package-lock.json').text) as {
    packages: Record<string, { version: string; link?: true }>
  }
  const own = Object.entries(lock.packages).filter(
    ([path, { link }]) => !path.includes('node_modules/') && !link,
  )
  const found = [
    versions[0],
    ...own.map(([, { version }]) => version),
    ...own.map(([path]) => JSON.parse(readSourceFile(`${path || '.'}/package.json`).text).version as string),
    /credit-market:(\S+)/.exec(readSourceFile('deploy/kubernetes/deployment.yaml').text)?.[1],
  ]
  expect(own.length).toBeGreaterThan(1)
  expect([...new Set(found)]).toEqual([manifest.version])
})

it('the changelog says which migrations a version brings, without a gap, up to the last one', () => {
  const ranges = [...changelog.matchAll(/^Brings migrations (\d{4}) to (\d{4})\.$/gm)].map(
    ([, first, last]) => [Number(first), Number(last)] as const,
  )
  const last = Number(readdirSync(migrationsDir).toSorted().at(-1)?.slice(0, 4))
  expect(ranges[0]?.[1]).toBe(last)
  for (const [index, [first, end]] of ranges.entries()) {
    expect(end).toBeGreaterThanOrEqual(first)
    const before = ranges[index + 1]
    if (before) expect(first).toBe(before[1] + 1)
  }
})

it('finds the section of a version, and refuses one that is missing or empty', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2027-01-01\n\n### Added\n- One\n\n## [1.0.0] - 2026\n'
  expect(changelogSection(text, '1.1.0')).toBe('## [1.1.0] - 2027-01-01\n\n### Added\n- One\n')
  expect(() => changelogSection(text, '1.0.0')).toThrow('The section for 1.0.0 in CHANGELOG.md is empty')
  expect(() => changelogSection(text, '2.0.0')).toThrow('CHANGELOG.md has no section for 2.0.0')
})
