import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle, type Plugin } from 'rolldown'
import { build as buildWeb, type Rolldown } from 'vite'
import { describeAllEndpoints } from '#contract/openapi/all-endpoints'
import { bundledPackagesFile, projectRoot, webBuildDir } from '#server/process/places'
import { buildCommands } from './build-commands.ts'
import { buildDraw, buildFirst } from './build-draw.ts'
import { buildVerifyPage } from './build-verify-page.ts'
import { buildFront } from './build-front.ts'
import { checkParts } from './check-parts.ts'
import { QUIET } from './quiet.ts'

// One file loads in two thirds of the time of a thousand. These packages have native or WebAssembly files,
// start threads of their own or load parts of themselves by name, so they stay where they are.
const outside = ['@node-rs/argon2', 'file-type', 'highs', 'pdfkit', 'pg', 'pino']

/**
 * Escapes other characters in tagged templates, which `charset` does not change. With one character outside Latin-1,
 * Node would hold a whole program in two bytes for each character (decision 0257).
 */
const asciiInTemplates: Plugin = {
  name: 'ascii-in-templates',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\x7F]/g,
          character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

const PARTS = 5
let done = 0
/** Prints which part is built next, to stderr like all preparations of a start. */
const building = (part: string): void => {
  done += 1
  console.error(`Building ${part} (${done} of ${PARTS})`)
}

/**
 * Writes the names of the packages with code or fonts in what is built: an installation has no folders of most of them.
 */
const writeBundledPackages = (modules: readonly string[]): void => {
  const names = modules.flatMap(id => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  writeFileSync(bundledPackagesFile, JSON.stringify([...new Set(names)].toSorted()))
}

const modulesIn = (built: unknown): string[] =>
  (built as Rolldown.RolldownOutput).output.flatMap(one => (one.type === 'chunk' ? one.moduleIds : []))

// A build for a start ends with it, even if that was killed.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

rmSync(join(projectRoot, 'dist'), { recursive: true, force: true })
building('the server')
const server = await bundle({
  ...QUIET,
  cwd: projectRoot,
  input: {
    main: 'src/server/main.ts',
    worker: 'src/server/worker.ts',
    'match-worker': 'src/server/matches/match-worker.ts',
    'pool-worker': 'packages/matching/node/pool-worker.ts',
    'instance-worker': 'src/server/instances/instance-worker.ts',
    'offer-worker': 'src/server/estimates/offer-worker.ts',
    'verify-worker': 'src/server/verify/verify-worker.ts',
    'inspect-process': 'src/server/files/inspect-process.ts',
  },
  platform: 'node',
  external: outside,
  plugins: [asciiInTemplates],
  output: {
    dir: 'dist/server',
    format: 'esm',
    charset: 'ascii',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
writeFileSync(join(projectRoot, 'dist/server/openapi.json'), JSON.stringify(describeAllEndpoints()))
// The server starts and loads its data while the pages are built.
process.send?.('the server is built')
building('the pages')
const web = await buildWeb({ configFile: join(projectRoot, 'vite.config.ts'), logLevel: 'warn' })
await buildFirst()
building('the server-side rendering')
await buildDraw()
building('the verification page')
await buildVerifyPage(join(webBuildDir, 'verify/match'))
building('the public pages')
await buildFront(join(webBuildDir, 'front'))
checkParts()
const commands = await buildCommands(outside)
// The last file: a server that waits for the pages looks for it.
writeBundledPackages([...modulesIn(server), ...modulesIn(web), ...commands])
if (!process.argv.includes('--compress-later')) {
  console.error('Compressing the pages')
  await import('./compress-build.ts')
}
