import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as buildOne } from 'rolldown'
import { build, type Plugin } from 'vite'
import manifest from '../packages/matching/package.json' with { type: 'json' }
import { projectRoot } from '#server/process/places'
import { QUIET } from './quiet.ts'

const source = join(projectRoot, 'src/front')

/** Exposes only the solver of the engine's packages to browsers. */
const solverOnly: Plugin = {
  name: 'solver-only',
  enforce: 'pre',
  load: id =>
    id === join(projectRoot, 'packages/matching/package.json')
      ? JSON.stringify({ dependencies: { highs: manifest.dependencies.highs } })
      : undefined,
}

/** Builds what the pages of the public zone fetch: one sheet of styles, and a script for each file of `scripts`. */
export const buildFront = async (folder: string): Promise<void> => {
  const scripts = readdirSync(join(source, 'scripts')).filter(name => name.endsWith('.ts'))
  await build({
    configFile: false,
    root: source,
    base: '/front/',
    // The thread that holds the engine, a file by itself with a policy of its own (`http/headers.ts`).
    worker: {
      format: 'es',
      plugins: () => [solverOnly],
      rolldownOptions: {
        ...QUIET,
        // Asked for in Node only.
        external: ['node:module'],
        output: { entryFileNames: 'assets/matching-[hash].js' },
      },
    },
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      // The content security policy allows neither inline scripts nor data addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...QUIET,
        input: [join(source, 'styles/front.css'), ...scripts.map(name => join(source, 'scripts', name))],
      },
    },
  })
  await buildOfflineCheck(folder)
}

const OFFLINE_SHEETS = [
  ...['tokens', 'base', 'controls', 'parts'].map(name => `../look/${name}.css`),
  ...['parts', 'certificate', 'verdict'].map(name => `styles/${name}.css`),
]

/** Builds what is put into the page that is saved and checks by itself: one program and one sheet. */
const buildOfflineCheck = async (folder: string): Promise<void> => {
  const { output } = await buildOne({
    ...QUIET,
    cwd: projectRoot,
    input: 'src/front/scripts/verify/offline.ts',
    platform: 'browser',
    output: { format: 'iife', minify: true },
    write: false,
  })
  writeFileSync(join(folder, 'offline-check.js'), output[0].code)
  writeFileSync(
    join(folder, 'offline-check.css'),
    OFFLINE_SHEETS.map(name => readFileSync(join(source, name), 'utf8')).join('\n'),
  )
}
