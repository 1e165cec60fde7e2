import { readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { projectRoot } from '#server/places'
import { below, files, read } from './source-files.ts'

/** Everything that a document may name: paths, folders too, words of the code, and scripts of npm. */
const paths = readdirSync(projectRoot, { withFileTypes: true })
  .filter(({ name }) => !/^(node_modules|dist|data|\.git|\.cache)$/.test(name))
  .flatMap(entry => [entry.name, ...(entry.isDirectory() ? below(entry.name) : [])])
const words = new Set(
  [
    ...files.filter(({ path }) => path !== 'test/house-documents.test.ts'),
    ...paths.filter(path => path.endsWith('.sql')).map(read),
  ].flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []),
)

/** What guides make up to show how it is added, and what is named because it is not there or not ours. */
const MADE_UP = /site[-_]?visi?t|survey|percentage/i
const ELSEWHERE = ['./data', 'manifest.json', 'match-solution-1.json', 'Option', 'Range', 'Window']
/** Commands and places of the machine, what is made there, and figures that Node itself gives. */
const MACHINE =
  /^(apt-get|openssl|npm audit) |^age-keygen$|^CAP_SYS_ADMIN$|^\/(app|etc|opt|usr)\/|\/run\/clamav\/|^deploy\/\.env$|^dist\/|^(nodejs|process)_\w+$/

const PATH = /^(?=.*[a-z])(?:[\w.@<>*-]+\/)+[\w.@<>*-]*$|^[\w.<>*-]+\.(?:tsx?|mjs|md|csv|sql|json|css)$/

const isThere = (path: string): boolean => {
  const end = path.replace(/^(\.+\/)+|\/$/g, '').replaceAll('.', '\\.')
  const wanted = new RegExp(`(^|/)${end.replaceAll(/<\w+>|\*/g, '[^/]+')}$`)
  return paths.some(one => wanted.test(one))
}

/** What an example imports from files that are not there, or that do not export it. */
const wrongImports = (code: string): string[] =>
  [...code.matchAll(/^import (?:type )?\{ (.+) \} from '[.#/]+([^']+?)(?:\.tsx?)?'$/gm)].flatMap(
    ([, names = '', from = '']) => {
      const exporting = files.filter(({ path }) => new RegExp(`/${from}\\.tsx?$`).test(path))
      return names
        .split(', ')
        .map(name => name.replace('type ', ''))
        .filter(name => !MADE_UP.test(name + from))
        .filter(name => !exporting.some(({ text }) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(text)))
        .map(name => `${name} from ${from}`)
    },
  )

/** What of a text in backticks is not there. */
const missing = (said: string): string[] => {
  if (MADE_UP.test(said) || MACHINE.test(said) || ELSEWHERE.includes(said)) return []
  if (PATH.test(said) && !/^[A-Z_]+\//.test(said)) return isThere(said) ? [] : [said]
  const script = /^npm (?:run )?([\w-]+)/.exec(said)?.[1]
  if (script) return [script].filter(name => name !== 'ci' && !Object.hasOwn(manifest.scripts, name))
  return (said.match(/[A-Za-z_]\w*/g) ?? []).filter(word => !words.has(word))
}

it.each(
  paths.filter(path =>
    /^(README|CONTRIBUTING|SECURITY|docs\/(architecture|glossary|guides\/.+)|(src|\.github)\/.+)\.md$/.test(
      path,
    ),
  ),
)('%s names only files and names that there are', path => {
  const whole = read(path).text
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

/** Files of this one are served as they are. */
const SERVED = 'src/web/public'

it('every folder of the first two levels of src says in a README what it is for', () => {
  const folders = paths.filter(path => /^src\/[\w-]+(\/[\w-]+)?$/.test(path) && path !== SERVED)
  expect(folders.filter(folder => !paths.includes(`${folder}/README.md`))).toEqual([])
})
