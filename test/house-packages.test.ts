import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { readSourceFile, SCRIPT_TARGET } from './source-file.ts'
import { codeFilesIn, isTestFile } from './source-files.ts'

const packageNames = readdirSync(join(projectRoot, 'packages'))

it.each(packageNames)('the example of the package %s prints the documented result', name => {
  const [, code = '', prints] =
    /^```ts\n([^]+?)\/\/ prints (.+)\n```$/m.exec(readSourceFile(`packages/${name}/README.md`).text) ?? []
  const args = ['--input-type=module-typescript', '--eval', code]
  expect(execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' }).trim()).toBe(prints)
})

/** The dependencies in the package.json of a package: always, or with those of its tests. */
const needsOf = (name: string, forTests: boolean): string[] => {
  const { dependencies, devDependencies } = JSON.parse(
    readSourceFile(`packages/${name}/package.json`).text,
  ) as {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  return Object.keys({ ...dependencies, ...(forTests ? devDependencies : {}) })
}

it.each(packageNames)(
  'the package %s imports its own files and the dependencies in its package.json',
  name => {
    const complaints = codeFilesIn(`packages/${name}/`).flatMap(({ path, imports }) => {
      const needs = needsOf(name, isTestFile(path))
      return imports
        .filter(imported => !needs.some(one => imported === one || imported.startsWith(`${one}/`)))
        .filter(imported =>
          imported.startsWith('.')
            ? !SCRIPT_TARGET(path, imported).startsWith(`packages/${name}/`)
            : !(
                imported.startsWith('node:') &&
                (isTestFile(path) || path.startsWith(`packages/${name}/node/`))
              ),
        )
        .map(imported => `${path} imports ${imported}`)
    })
    expect(complaints).toEqual([])
  },
)

it('the match verifier shares nothing with the engine: it needs no other package of the market', () => {
  expect(needsOf('match-verifier', false).filter(name => name.startsWith('@credit-market/'))).toEqual([])
})
