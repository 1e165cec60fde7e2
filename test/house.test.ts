import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSync } from 'rolldown/utils'
import { SCRIPT_TARGET, type SourceFile } from './source-file.ts'
import { codeFiles, codeFilesIn, isTestFile, productFiles } from './source-files.ts'

/** Values, the metric, and the engine’s input and output: any part of the market may use these. */
const COMMON = ['packages/values', 'packages/habitat-metric', 'packages/matching/src/problem']

const rooms: Record<string, { may: readonly (string | RegExp)[]; because: string }> = {
  domain: {
    may: [...COMMON, 'proj4'],
    because: 'nouns know nothing but nouns, and one of them how to convert coordinates',
  },
  contract: {
    may: [...COMMON, 'domain', 'zod'],
    because: 'browser, server and programs share the types of the API',
  },
  actions: {
    may: [
      ...[...COMMON, /^packages\/matching\/src\/model\/eligible\.ts$/, 'domain', 'contract', 'zod'],
      /^packages\/match-verifier\/src\/cases\/cover\.ts$/,
      /^packages\/matching\/src\/formats\/sha256\.ts$/,
    ],
    because:
      'an action must run in the browser and in a test alike, and knows of the engine what may serve what, who checks that, and how to hash a text',
  },
  proof: {
    may: ['packages/transparency-log', /^@noble\/hashes\//],
    because: 'whoever checks the log must not trust what writes it',
  },
  practice: {
    may: [...COMMON, 'domain', 'packages/matching'],
    because: 'a practice market is made up: it knows nothing but the engine',
  },
  look: {
    may: [...COMMON, 'domain', 'contract'],
    because: 'a part of pages is data, drawn as text on the server and by React in the browser',
  },
  front: {
    may: [...COMMON, 'domain', 'contract', 'look', 'practice/model', 'proof', 'packages/transparency-log'],
    because: 'a public page is drawn from what it is given, on the server',
  },
  server: {
    may: ['domain', 'contract', 'front', 'actions', 'practice', 'proof', /^(?!src\/)/],
    because: 'the server knows no browser',
  },
  web: {
    may: [...COMMON, 'domain', 'contract', 'look', 'actions', /^(?!src\/|packages\/|node:)/],
    because: 'the browser has no database and no engine',
  },
  'verify-page': {
    may: ['packages/match-verifier', 'packages/transparency-log', 'proof', 'highs'],
    because: 'the page that checks a match must not trust what made it',
  },
}

it.each(Object.entries(rooms))('the module %s imports only what it may', (room, { may, because }) => {
  const allowed = [room, ...may].map(wall =>
    typeof wall === 'string' && !wall.startsWith('packages/') ? `src/${wall}` : wall,
  )
  const complaints = productFiles
    .filter(({ path }) => path.startsWith(`src/${room}/`))
    .flatMap(({ path, imports }) =>
      imports
        .map(imported => SCRIPT_TARGET(path, imported))
        .filter(
          to =>
            !allowed.some(wall =>
              wall instanceof RegExp ? wall.test(to) : `src/${to}` === wall || to.startsWith(`${wall}/`),
            ),
        )
        .map(to => `${path} imports ${to}: ${because}`),
    )
  expect(complaints).toEqual([])
})

it('one file of the pure modules converts coordinates, and forms load it on demand', () => {
  const complaints = productFiles.filter(
    ({ path, imports }) => imports.includes('proj4') && path !== 'src/domain/place/osgb.ts',
  )
  const early = productFiles.filter(
    ({ path, text }) =>
      /^src\/(actions|contract|web|front)\//.test(path) &&
      /from '#domain\/place\/(osgb|disclosed)'/.test(text),
  )
  expect([...complaints, ...early].map(({ path }) => path)).toEqual([])
})

it('the browser fetches the definitions of actions with a form, not with every page', () => {
  const early = productFiles.filter(
    ({ path, text }) =>
      path.startsWith('src/web/') && /^import (?!type\b).* from '#actions\/(index|steps)'/m.test(text),
  )
  expect(early.map(({ path }) => path)).toEqual([])
})

it('imports are relative inside a module or package and by its name across', () => {
  const complaints = productFiles.flatMap(({ path, imports }) => {
    const room = /^\w+\/[\w-]+\//.exec(path)?.[0] ?? ''
    const wrong = imports.filter(
      imported => imported.startsWith('.') !== SCRIPT_TARGET(path, imported).startsWith(room),
    )
    return wrong.map(imported => `${path} imports ${imported}`)
  })
  expect(complaints).toEqual([])
})

it('no files import each other in a circle, not even for types', () => {
  let left = productFiles.map(({ path, imports }) => ({
    path,
    to: imports.map(one => SCRIPT_TARGET(path, one)),
  }))
  for (let before = Infinity; left.length < before;) {
    before = left.length
    const paths = new Set(left.map(({ path }) => path))
    const wanted = new Set(left.flatMap(({ to }) => to))
    left = left.filter(({ path, to }) => wanted.has(path) && to.some(one => paths.has(one)))
  }
  const circle = left.map(({ path }) => path)
  expect(circle, 'move what these files share into one that imports none of them').toEqual([])
})

it('an engine folder imports only earlier folders, and nothing imports the top level', () => {
  const order = ['problem', 'model', 'formats', 'solver', 'winners', 'pricing', 'reasons', 'top']
  const placeOf = (path: string) =>
    order.indexOf(/^packages\/matching\/src\/(\w+)\//.exec(path)?.[1] ?? 'top')
  const engine = productFiles.filter(({ path }) => path.startsWith('packages/matching/src/'))
  const complaints = engine.flatMap(({ path, imports }) =>
    imports
      .map(imported => SCRIPT_TARGET(path, imported))
      .filter(to => to.startsWith('packages/matching/src/') && placeOf(to) > placeOf(path))
      .map(to => `${path} imports ${to}`),
  )
  expect(complaints).toEqual([])
  const placeless = engine.filter(({ path }) => placeOf(path) < 0).map(({ path }) => path)
  expect(placeless, 'give the new folder a place in the order of this test').toEqual([])
})

const sayWhere = (among: readonly SourceFile[], pattern: RegExp, sentence: string) =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => `${path}: ${sentence}`)

it('nouns and verbs use no clock, and no pure module uses randomness', () => {
  const timeless = productFiles.filter(({ path }) =>
    /^(src\/(domain|actions)|packages\/(values|habitat-metric|transparency-log)\/src)\//.test(path),
  )
  const pure = productFiles.filter(({ path }) => /^src\/(domain|actions)\/|^packages\//.test(path))
  expect([
    ...sayWhere(timeless, /\bDate\.now\(|\bnew Date\(\)|\bperformance\./, 'the time is given, never taken'),
    ...sayWhere(pure, /\bMath\.random\(|\brandomUUID\(/, 'the same input must have the same outcome'),
  ]).toEqual([])
})

it('pages take the time from the server, which may differ from the time of the device', () => {
  const pages = productFiles.filter(
    ({ path }) => path.startsWith('src/web/') && path !== 'src/web/api/clock.ts',
  )
  expect(sayWhere(pages, /\bnew Date\(\)/, 'use currentTime of api/clock.ts')).toEqual([])
})

it('only the runner of actions and auth change anything in the store', () => {
  const others = productFiles.filter(
    ({ path }) =>
      !/^src\/server\/(runner\/(run-action|rehearse|second-person)\.ts|sites\/keep-land\.ts|auth\/|store\/)/.test(
        path,
      ),
  )
  expect(sayWhere(others, /\.apply\(/, 'what changes goes through an action')).toEqual([])
})

/** Server folders that write tables of their own, besides the store, which writes the market’s. */
const WRITERS =
  /^src\/server\/(store|auth|mail|tasks|queue|files|certificates|log|money|webhooks|notifications|work|results|instances|jobs|saved-estimates)\/|^src\/server\/(persons\/blank|commands\/rotate-key|runner\/idempotency)\.ts$/

it('only the store writes tables of the market, and a capability those of its own', () => {
  const others = productFiles.filter(({ path }) => !WRITERS.test(path))
  expect(
    sayWhere(others, /\.(insertInto|updateTable|deleteFrom|mergeInto)\(/, 'only the store writes tables'),
  ).toEqual([])
})

it('the runner receives the renderer and the match verifier instead of importing them', () => {
  const complaints = codeFilesIn('src/server/runner/').flatMap(({ path, imports }) =>
    imports
      .map(imported => SCRIPT_TARGET(path, imported))
      .filter(to => /^src\/server\/(?!runner\/|store\/)/.test(to))
      .map(to => `${path} imports ${to}`),
  )
  expect(complaints).toEqual([])
})

it('only the routes import pages, and fields and parts do not fetch', () => {
  const complaints = codeFilesIn('src/web/').flatMap(({ path, imports }) => {
    const targets = imports.map(imported => SCRIPT_TARGET(path, imported))
    const pages =
      isTestFile(path) || path === 'src/web/routes.tsx'
        ? []
        : targets.filter(to => /^src\/web\/pages\/[^/]+$/.test(to))
    const fetching = /^src\/web\/(fields|parts)\//.test(path)
      ? targets.filter(to => to === 'src/web/api/api.ts')
      : []
    return [...pages, ...fetching].map(to => `${path} imports ${to}`)
  })
  expect(complaints).toEqual([])
})

it('pages call the server through the contract, without addresses or answer types of their own', () => {
  const calling = productFiles.filter(({ path }) => /^src\/web\/(?!api\/|action\/)/.test(path))
  expect([
    ...sayWhere(calling, /['"`]\/api\//, 'addresses are made by the contract'),
    ...sayWhere(
      productFiles.filter(({ path }) => path.startsWith('src/web/')),
      /\b(?:use(?:Resource|List|Answer)|fetchAnswer|send)</,
      'what is answered is said by the contract',
    ),
    ...sayWhere(
      productFiles.filter(({ path }) => path.startsWith('src/web/') && path !== 'src/web/api/schemas.ts'),
      /(?<!\b(?:JSON|Date))\.(?:safeP|p)arse\(/,
      'schemas of the contract are not in the browser',
    ),
  ]).toEqual([])
})

/** Counts what a reader has to understand, however long its names are: statements, declarations and properties. */
const countStatements = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  const type = 'type' in node && typeof node.type === 'string' ? node.type : ''
  const isCounted =
    /(Statement|Declaration|^Property|^TSPropertySignature)$/.test(type) &&
    !/^(Import|Block|Export)/.test(type)
  return Object.values(node).reduce((sum: number, part) => sum + countStatements(part), Number(isCounted))
}

it('a file has fewer than 300 lines, and the language of actions fewer than 660 statements and properties', () => {
  const lines = ({ text }: SourceFile) => text.trimEnd().split('\n').length
  const written = codeFiles.filter(({ text }) => !text.startsWith('// Generated'))
  expect(
    written.filter(file => lines(file) >= 300).map(file => `${file.path}: ${lines(file)} lines`),
  ).toEqual([])
  const kit = productFiles.filter(({ path }) => path.startsWith('src/actions/kit/'))
  expect(
    kit.reduce((sum, { path, text }) => sum + countStatements(parseSync(path, text).program), 0),
  ).toBeLessThan(660)
})

it("every action's file has its name and is listed in the index of its folder, or in a wizard", () => {
  const named = /\b(?:action|wizard)\(\s*(?:\{\s*name:\s*)?'(\w+)'/g
  const contents = codeFilesIn('src/actions/').filter(
    ({ path, text }) => path.endsWith('/index.ts') || /\bwizard\(/.test(text),
  )
  const listed = new Set(
    contents.flatMap(({ path, imports }) => imports.map(imported => SCRIPT_TARGET(path, imported))),
  )
  const complaints = productFiles
    .filter(({ path }) => /^src\/actions\/(?!kit\/)[^/]+\/(?!index\.ts)/.test(path))
    .flatMap(({ path, text }) => {
      const names = [...text.matchAll(named)].map(([, name = '']) => name)
      if (names.length === 0) return []
      const bears = names.some(name => name.toLowerCase() === basename(path, '.ts').replaceAll('-', ''))
      return [
        ...(bears ? [] : [`${path} does not bear the name of ${names.join(' or ')}`]),
        ...(listed.has(path) ? [] : [`${path} is in no contents page`]),
      ]
    })
  expect(complaints).toEqual([])
})

it('file names describe the content', () => {
  const vague = /(^|[/-])(utils?|helpers?|managers?|misc|common)([-./]|$)/
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.\w+$/
  const names = codeFiles.map(({ path }) => path).filter(path => !path.startsWith('src/actions/common/'))
  const badly = names.filter(path => vague.test(path) || !kebab.test(basename(path)))
  expect(badly, 'name these files in kebab-case after what is in them').toEqual([])
})

it('no file has a default export', () => {
  expect(sayWhere(codeFiles, /^export default|export \{[^}]* as default/m, 'no default exports')).toEqual([])
})

it('no exported type has the name of a browser global', () => {
  const compiler = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'))
  const browser = readFileSync(
    join(
      dirname(compiler.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)),
      'lib/lib.dom.d.ts',
    ),
    'utf8',
  )
  const taken = new Set([...browser.matchAll(/^(?:declare var|interface) (\w+)/gm)].map(([, name]) => name))
  const complaints = productFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)]
      .filter(([, name]) => taken.has(name))
      .map(([, name]) => `${path} exports ${name}, which the browser also has`),
  )
  expect(complaints).toEqual([])
})
