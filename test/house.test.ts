import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { files, type SourceFile } from './source-files.ts'

const inside = (folder: string) => files.filter(({ path }) => path.startsWith(folder))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const product = inside('src/').filter(({ path }) => !isTest(path))

/** Where an import leads: a path in src for our own files, else the package or module it names. */
const target = (path: string, imported: string) => {
  if (/^#\w+\//.test(imported)) return `src/${imported.slice(1)}.ts`
  return imported.startsWith('.') ? posix.join(dirname(path), imported) : imported
}

const rooms: Record<string, { may: readonly (string | RegExp)[]; because: string }> = {
  domain: {
    may: ['proj4'],
    because: 'nouns know nothing but nouns, and one of them how to convert coordinates',
  },
  contract: { may: ['domain', 'zod'], because: 'what travels is told to browser, server and programs alike' },
  actions: {
    may: ['domain', 'contract', 'zod'],
    because: 'an action must run in the browser and in a test alike',
  },
  matching: {
    may: ['domain', 'highs', 'zod', /^@noble\/hashes\//, '#package.json'],
    because: 'the engine gets a problem and returns a solution, no more',
  },
  proof: { may: [/^@noble\/hashes\//], because: 'whoever checks the log must not trust what writes it' },
  practice: {
    may: ['domain', 'matching'],
    because: 'a practice market is made up: it knows nothing but the engine',
  },
  front: {
    may: ['domain', 'contract', 'practice/model', 'proof'],
    because: 'a public page is drawn from what it is given, on the server',
  },
  server: {
    may: ['domain', 'contract', 'front', 'actions', 'matching', 'practice', 'proof', /^(?!src\/)/],
    because: 'the server knows no browser',
  },
  web: {
    may: ['domain', 'contract', 'actions', /^(?!src\/|node:)/],
    because: 'the browser has no database and no engine',
  },
  'verify-page': {
    may: ['matching/verify', 'proof', 'highs'],
    because: 'the page that checks a match must not trust what made it',
  },
}

it.each(Object.entries(rooms))('the room %s imports only what it may', (room, { may, because }) => {
  const allowed = [room, ...may]
  const complaints = product
    .filter(({ path }) => path.startsWith(`src/${room}/`))
    .flatMap(({ path, imports }) =>
      imports
        .map(imported => target(path, imported))
        .filter(
          to =>
            !allowed.some(wall =>
              wall instanceof RegExp ? wall.test(to) : to === wall || to.startsWith(`src/${wall}/`),
            ),
        )
        .map(to => `${path} imports ${to}: ${because}`),
    )
  expect(complaints).toEqual([])
})

it('only one file of the pure rooms converts coordinates, and forms load it where they run', () => {
  const complaints = product.filter(
    ({ path, imports }) => imports.includes('proj4') && path !== 'src/domain/place/osgb.ts',
  )
  const early = product.filter(
    ({ path, text }) =>
      /^src\/(actions|contract|web|front)\//.test(path) &&
      /from '#domain\/place\/(osgb|disclosed)'/.test(text),
  )
  expect([...complaints, ...early].map(({ path }) => path)).toEqual([])
})

it('the browser fetches the definitions of actions with a form, not with every page', () => {
  const early = product.filter(
    ({ path, text }) =>
      path.startsWith('src/web/') && /^import (?!type\b).* from '#actions\/(index|steps)'/m.test(text),
  )
  expect(early.map(({ path }) => path)).toEqual([])
})

it('imports are relative inside a room and by the name of the room across', () => {
  const complaints = product.flatMap(({ path, imports }) => {
    const room = path.split('/')[1]
    const wrong = imports.filter(imported =>
      imported.startsWith('.')
        ? !target(path, imported).startsWith(`src/${room}/`)
        : imported.startsWith(`#${room}/`),
    )
    return wrong.map(imported => `${path} imports ${imported}`)
  })
  expect(complaints).toEqual([])
})

it('no files import each other in a circle, not even for their types', () => {
  let left = product.map(({ path, imports }) => ({ path, to: imports.map(one => target(path, one)) }))
  for (let before = Infinity; left.length < before;) {
    before = left.length
    const paths = new Set(left.map(({ path }) => path))
    const wanted = new Set(left.flatMap(({ to }) => to))
    left = left.filter(({ path, to }) => wanted.has(path) && to.some(one => paths.has(one)))
  }
  const circle = left.map(({ path }) => path)
  expect(circle, 'move what these files share into one that imports none of them').toEqual([])
})

it('in the engine a folder imports only those before it, and nothing imports what stands on top', () => {
  const order = ['model', 'formats', 'solver', 'winners', 'pricing', 'reasons', 'verify', 'top']
  const placeOf = (path: string) => order.indexOf(/^src\/matching\/(\w+)\//.exec(path)?.[1] ?? 'top')
  const engine = product.filter(({ path }) => path.startsWith('src/matching/'))
  const complaints = engine.flatMap(({ path, imports }) =>
    imports
      .map(imported => target(path, imported))
      .filter(to => to.startsWith('src/matching/') && placeOf(to) > placeOf(path))
      .map(to => `${path} imports ${to}`),
  )
  expect(complaints).toEqual([])
  const placeless = engine.filter(({ path }) => placeOf(path) < 0).map(({ path }) => path)
  expect(placeless, 'give the new folder a place in the order of this test').toEqual([])
})

it('the judge of results shares nothing with the engine: it imports its own files and packages', () => {
  const judge = product.filter(({ path }) => path.startsWith('src/matching/verify/'))
  const complaints = judge.flatMap(({ path, imports }) =>
    imports
      .map(imported => target(path, imported))
      .filter(to => !/^(src\/matching\/verify\/|highs$|zod$|@noble\/hashes\/)/.test(to))
      .map(to => `${path} imports ${to}`),
  )
  expect(complaints).toEqual([])
})

const sayWhere = (among: readonly SourceFile[], pattern: RegExp, sentence: string) =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => `${path}: ${sentence}`)

it('nouns and verbs know no clock, and no pure room knows chance', () => {
  const timeless = product.filter(({ path }) => /^src\/(domain|actions)\//.test(path))
  const pure = product.filter(({ path }) => /^src\/(domain|actions|matching)\//.test(path))
  expect([
    ...sayWhere(timeless, /\bDate\.now\(|\bnew Date\(\)|\bperformance\./, 'the time is given, never taken'),
    ...sayWhere(pure, /\bMath\.random\(|\brandomUUID\(/, 'the same input must have the same outcome'),
  ]).toEqual([])
})

it('only the runner of actions and auth change anything in the store', () => {
  const others = product.filter(
    ({ path }) =>
      !/^src\/server\/(runner\/(run-action|rehearse|second-person)\.ts|sites\/keep-land\.ts|auth\/|store\/)/.test(
        path,
      ),
  )
  expect(sayWhere(others, /\.apply\(/, 'what changes goes through an action')).toEqual([])
})

it('only the store writes tables, the runner, auth, mail, tasks, queues, files, certificates, the log and webhooks those of their own, and blanking any', () => {
  const others = product.filter(
    ({ path }) =>
      !/^src\/server\/(store\/|auth\/|mail\/|tasks\/|queue\/|files\/|certificates\/|log\/|webhooks\/|persons\/blank|runner\/idempotency)/.test(
        path,
      ),
  )
  expect(
    sayWhere(others, /\.(insertInto|updateTable|deleteFrom|mergeInto)\(/, 'only the store writes tables'),
  ).toEqual([])
})

it('the runner is given what shows things and what verifies a match: it imports neither', () => {
  const complaints = inside('src/server/runner/').flatMap(({ path, imports }) =>
    imports
      .map(imported => target(path, imported))
      .filter(to => /^src\/server\/(?!runner\/|store\/)/.test(to))
      .map(to => `${path} imports ${to}`),
  )
  expect(complaints).toEqual([])
})

it('nobody but the routes imports a page, and fields and parts do not fetch', () => {
  const complaints = inside('src/web/').flatMap(({ path, imports }) => {
    const targets = imports.map(imported => target(path, imported))
    const pages =
      isTest(path) || path === 'src/web/routes.tsx'
        ? []
        : targets.filter(to => /^src\/web\/pages\/[^/]+$/.test(to))
    const fetching = /^src\/web\/(fields|parts)\//.test(path)
      ? targets.filter(to => to === 'src/web/api.ts')
      : []
    return [...pages, ...fetching].map(to => `${path} imports ${to}`)
  })
  expect(complaints).toEqual([])
})

it('pages call the server by the contract: they write no address and no type of an answer', () => {
  const calling = product.filter(({ path }) => /^src\/web\/(?!api\.ts|action\/)/.test(path))
  expect([
    ...sayWhere(calling, /['"`]\/api\//, 'addresses are made by the contract'),
    ...sayWhere(
      product.filter(({ path }) => path.startsWith('src/web/')),
      /\b(?:use(?:Resource|List|Answer)|fetchAnswer|send)</,
      'what is answered is said by the contract',
    ),
    ...sayWhere(
      product.filter(({ path }) => path.startsWith('src/web/') && path !== 'src/web/schemas.ts'),
      /(?<!\b(?:JSON|Date))\.(?:safeP|p)arse\(/,
      'schemas of the contract are not in the browser',
    ),
  ]).toEqual([])
})

it('a file has fewer than 300 lines, and the language of actions 753 lines of code in all', () => {
  const lines = ({ text }: SourceFile) => text.trimEnd().split('\n').length
  const written = files.filter(({ text }) => !text.startsWith('// Generated'))
  expect(
    written.filter(file => lines(file) >= 300).map(file => `${file.path}: ${lines(file)} lines`),
  ).toEqual([])
  const isCode = (line: string) => !/^\s*(\/\/|\/?\*|$)/.test(line)
  const kit = product
    .filter(({ path }) => path.startsWith('src/actions/kit/'))
    .map(({ text }) => text.split('\n').filter(isCode).length)
  expect(kit.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(753)
})

it("every action's file bears its name and stands in the contents page of its room, or in a wizard", () => {
  const named = /\b(?:action|wizard)\(\s*(?:\{\s*name:\s*)?'(\w+)'/g
  const contents = inside('src/actions/').filter(
    ({ path, text }) => path.endsWith('/index.ts') || /\bwizard\(/.test(text),
  )
  const listed = new Set(
    contents.flatMap(({ path, imports }) => imports.map(imported => target(path, imported))),
  )
  const complaints = product
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

it('names of files say what is in them', () => {
  const vague = /(^|[/-])(utils?|helpers?|managers?|misc|common)([-./]|$)/
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.\w+$/
  const names = files.map(({ path }) => path).filter(path => !path.startsWith('src/actions/common/'))
  const badly = names.filter(path => vague.test(path) || !kebab.test(basename(path)))
  expect(badly, 'name these files in kebab-case after what is in them').toEqual([])
})

it('no file has a default export', () => {
  expect(sayWhere(files, /^export default|export \{[^}]* as default/m, 'no default exports')).toEqual([])
})

it('no exported type takes the name of something in the browser', () => {
  const compiler = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'))
  const browser = readFileSync(
    join(
      dirname(compiler.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)),
      'lib/lib.dom.d.ts',
    ),
    'utf8',
  )
  const taken = new Set([...browser.matchAll(/^(?:declare var|interface) (\w+)/gm)].map(([, name]) => name))
  const complaints = product.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)]
      .filter(([, name]) => taken.has(name))
      .map(([, name]) => `${path} exports ${name}, which the browser also has`),
  )
  expect(complaints).toEqual([])
})
