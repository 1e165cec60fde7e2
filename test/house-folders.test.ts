import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { SCRIPT_TARGET } from './source-file.ts'
import { codeFiles, productFiles } from './source-files.ts'

const folders = codeFiles
  .filter(({ path }) => /^(src|packages)\//.test(path))
  .map(({ path }) => dirname(path))

it('a folder has at most forty files of code', () => {
  const wide = new Set(folders.filter(folder => folders.filter(other => other === folder).length > 40))
  expect([...wide]).toEqual([])
})

it('the types of every test are checked: by the project of its folder, or by that of the tests', () => {
  const projects = [...globSync('{src,packages}/*/tsconfig.json', { cwd: projectRoot })].filter(file =>
    readFileSync(join(projectRoot, file), 'utf8').includes('"./**/*.test.ts"'),
  )
  const tests = readFileSync(join(projectRoot, 'test/tsconfig.json'), 'utf8')
  const unchecked = projects.filter(
    file => !new RegExp(`"\\.\\./${dirname(file)}/(src/)?\\*\\*/\\*`).test(tests),
  )
  expect(projects.length).toBeGreaterThan(5)
  expect(unchecked, 'include its tests in test/tsconfig.json').toEqual([])
})

it('no two folders import each other', () => {
  const between = new Set(
    productFiles.flatMap(({ path, imports }) =>
      imports
        .map(imported => dirname(SCRIPT_TARGET(path, imported)))
        .filter(to => /^(src|packages)\//.test(to) && to !== dirname(path))
        .map(to => `${dirname(path)}, ${to}`),
    ),
  )
  const both = [...between].filter(pair => {
    const [one = '', other = ''] = pair.split(', ')
    return one < other && between.has(`${other}, ${one}`)
  })
  expect(both, 'move what they share into a folder that imports neither').toEqual([])
})
