import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = fileURLToPath(import.meta.url)

// From source this file is in src/server/process, bundled it is in dist/server: both are under package.json.
const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))

/** The folder of the whole project, where package.json is. */
export const projectRoot = rootAbove(dirname(here))

/** The numbered SQL files that create and change the tables. */
export const migrationsDir = join(projectRoot, 'src/server/store/migrations')

/** The reference data and the demonstration market, as CSV files. */
export const refdataDir = join(projectRoot, 'refdata')

/** Simplified outlines of authorities and catchments. */
export const boundariesDir = join(refdataDir, 'boundaries')

/** The fonts of printed documents. */
export const fontsDir = join(projectRoot, 'node_modules/@fontsource/source-sans-3')

/** The built browser application: index.html and its assets. */
export const webBuildDir = join(projectRoot, 'dist/web')

/** A file that is there if all files of the browser application have their compressed versions. */
export const compressedStampFile = join(projectRoot, 'dist/compressed')

/** The names of the packages in the browser application, for the list of components. */
export const bundledPackagesFile = join(projectRoot, 'dist/bundled-packages.json')

/** The program for server-side rendering of its pages. */
export const pageRendererFile = pathToFileURL(join(projectRoot, 'dist/draw/draw.js'))

// From source the programs of threads and processes are in folders, bundled they are next to this file.
const programFile = (folder: string, name: string): URL =>
  pathToFileURL(join(dirname(here), here.endsWith('.ts') ? `../${folder}/${name}.ts` : `${name}.js`))

/** The description of the interface, which the build makes; undefined from source. */
export const apiDescriptionFile = here.endsWith('.ts') ? undefined : join(dirname(here), 'openapi.json')

/** The program of the thread that runs the matching engine. */
export const matchWorkerFile = programFile('matches', 'match-worker')

/** The program of the threads that verify published matches and submitted solutions. */
export const instanceWorkerFile = programFile('instances', 'instance-worker')

/** The program of the thread that tries an additional offer in published matches. */
export const offerWorkerFile = programFile('estimates', 'offer-worker')

/** The program of the thread that verifies the market. */
export const verifyWorkerFile = programFile('verify', 'verify-worker')

/** The program of the process that inspects uploaded files. */
export const inspectProcessFile = programFile('files', 'inspect-process')
