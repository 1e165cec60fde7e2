import { readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { projectRoot } from '#server/process/places'
import { readSourceFile, SCRIPT_TARGET } from './source-file.ts'
import { listPathsBelow, codeFiles } from './source-files.ts'

/** Everything that a document may name: paths, including folders, identifiers of the code, and npm scripts. */
const paths = readdirSync(projectRoot, { withFileTypes: true })
  .filter(({ name }) => !/^(node_modules|dist|data|release|\.git|\.cache)$/.test(name))
  .flatMap(entry => [entry.name, ...(entry.isDirectory() ? listPathsBelow(entry.name) : [])])
const words = new Set(
  [
    ...codeFiles.filter(({ path }) => path !== 'test/house-documents.test.ts'),
    ...paths.filter(path => path.endsWith('.sql')).map(readSourceFile),
  ].flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []),
)

/** Examples that guides invent, files of a release, and names that do not exist or are not ours. */
const MADE_UP = /site[-_]?visi?t|survey|percentage/i
const ELSEWHERE = [
  './data',
  'openapi.json',
  'sbom.json',
  'CHANGES.md',
  'release.json',
  'manifest.json',
  'match-solution-1.json',
  'Option',
  'Range',
  'Window',
]
/** Commands and places of the machine, files created there, and figures from Node itself. */
const MACHINE =
  /^(apt-get|openssl|npm audit|systemctl|mv) |^age-keygen$|^CAP_SYS_ADMIN$|^\/(app|etc|opt|usr)\/|\/run\/clamav\/|^deploy\/\.env$|^dist\/|^(nodejs|process)_\w+$/

const PATH = /^(?=.*[a-z])(?:[\w.@<>*-]+\/)+[\w.@<>*-]*$|^[\w.<>*-]+\.(?:tsx?|mjs|md|csv|sql|json|css)$/

/** The file of a package that is named by its import path. */
const inPackage = (path: string): string =>
  path.startsWith('@credit-market/') ? SCRIPT_TARGET('', path) : path

const isThere = (path: string): boolean => {
  const end = inPackage(path)
    .replace(/^(\.+\/)+|\/$/g, '')
    .replaceAll('.', '\\.')
  const wanted = new RegExp(`(^|/)${end.replaceAll(/<\w+>|\*/g, '[^/]+')}$`)
  return paths.some(one => wanted.test(one))
}

/** Imports of an example from files that do not exist, or do not export the name. */
const wrongImports = (code: string): string[] =>
  [...code.matchAll(/^import (?:type )?\{ (.+) \} from '((?:[.#]|@credit-market\/)[^']+)'$/gm)].flatMap(
    ([, names = '', said = '']) => {
      const from = inPackage(said).replaceAll(/^[.#/]+|\.tsx?$/g, '')
      const exporting = codeFiles.filter(({ path }) => new RegExp(`(^|/)${from}\\.tsx?$`).test(path))
      return names
        .split(', ')
        .map(name => name.replace('type ', ''))
        .filter(name => !MADE_UP.test(name + from))
        .filter(name => !exporting.some(({ text }) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(text)))
        .map(name => `${name} from ${from}`)
    },
  )

/** Texts in backticks that name nothing existing. */
const missing = (said: string): string[] => {
  if (MADE_UP.test(said) || MACHINE.test(said) || ELSEWHERE.includes(said)) return []
  if (PATH.test(said) && !/^[A-Z_]+\//.test(said)) return isThere(said) ? [] : [said]
  const script = /^npm (?:run )?([\w-]+)/.exec(said)?.[1]
  if (script) return [script].filter(name => name !== 'ci' && !Object.hasOwn(manifest.scripts, name))
  return (said.match(/[A-Za-z_]\w*/g) ?? []).filter(word => !words.has(word))
}

it.each(
  paths.filter(path =>
    /^(README|CONTRIBUTING|SECURITY|docs\/(README|architecture|glossary|guides\/.+)|(src|packages|\.github)\/.+)\.md$/.test(
      path,
    ),
  ),
)('%s names only existing files and identifiers', path => {
  const whole = readSourceFile(path).text
  const text = whole.replaceAll(/^ *```[^]*?^ *```/gm, '')
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) =>
    posix.join(dirname(path), to),
  )
  expect([
    ...[...text.matchAll(/`([^`]+)`/g)].flatMap(([, said = '']) => missing(said)),
    ...wrongImports(whole),
    ...links.filter(to => !paths.includes(to.replace(/\/$/, ''))),
  ]).toEqual([])
})

it('every document is reachable from the index of documents', () => {
  const linksIn = (path: string) =>
    [...readSourceFile(path).text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) =>
      posix.join(dirname(path), to),
    )
  const reached = new Set(['docs/README.md'])
  for (const path of reached)
    for (const to of linksIn(path)) if (to.endsWith('.md') && paths.includes(to)) reached.add(to)
  const documents = paths.filter(path => /^(docs\/.+|[A-Z]+)\.md$/.test(path))
  expect(documents.filter(path => !reached.has(path))).toEqual([])
})

/** Files of this folder are served as they are. */
const SERVED = 'src/web/public'

it('every folder of the first two levels of src, and every package, has a README with its purpose', () => {
  const folders = paths.filter(
    path => /^src\/[\w-]+(\/[\w-]+)?$|^packages\/[\w-]+$/.test(path) && path !== SERVED,
  )
  expect(folders.filter(folder => !paths.includes(`${folder}/README.md`))).toEqual([])
})
