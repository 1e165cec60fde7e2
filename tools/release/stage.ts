import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { changelogSection } from './changelog.ts'

/** Contents of `release.json`. Where this file is, `npm start` neither installs nor builds. */
export interface Release {
  version: string
  commit: string
  /** Platform of its packages with native programs. */
  platform: string
}

/** Platform of a release, as `process.platform` and `process.arch` name it. */
const RELEASE_PLATFORM = 'linux-x64'

// The match and its verification run from their packages, as they do for everyone who checks a result.
const CONTENT = [
  ...['package.json', 'package-lock.json', '.npmrc', 'SECURITY.md', 'dist', 'packages', 'refdata'],
  ...[
    'src/server/store/migrations',
    'deploy',
    'docs/guides',
    'tools/witness',
    'tools/match.ts',
    'tools/verify-match.ts',
  ],
  ...['start', 'with-node', 'newer-node', 'prepare'].map(name => `tools/${name}.mjs`),
  'tools/node',
]

/** Tests of the packages. */
const LEFT_OUT = /\.test\.tsx?$|^packages\/[^/]+\/test$/

/** Files of a release in its image: `deploy/.env` and a data folder may be next to them, and stay out. */
const RELEASE_IN_IMAGE = [
  'COPY package.json package-lock.json release.json sbom.json ./',
  ...['dist', 'node_modules', 'packages', 'refdata', 'src', 'tools'].map(name => `COPY ${name} ${name}`),
].join('\n')

/** The same image, of this folder: everything is built and installed in it. */
const containerfileOfRelease = (): string => {
  const [beginning = '', , image = ''] = readFileSync(join(projectRoot, 'Containerfile'), 'utf8').split(
    /^(?=FROM )/m,
  )
  return beginning + image.replace('COPY --from=build /app ./', RELEASE_IN_IMAGE)
}

// npm needs their manifests to read the lock file.
const TEST_TOOLS = ['test/tools', 'test/generator']

const installPackages = (folder: string): void => {
  for (const path of TEST_TOOLS)
    cpSync(join(projectRoot, path, 'package.json'), join(folder, path, 'package.json'))
  const scope = ['--omit=dev', '--include-workspace-root', '--workspace=packages']
  execFileSync('npm', ['ci', ...scope, '--prefer-offline', '--no-audit', '--no-fund'], {
    ...{ cwd: folder, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  })
  rmSync(join(folder, 'test'), { recursive: true })
}

/**
 * Puts everything that an installation runs into a new folder: the built product, its commands, packages, guides and
 * samples, its list of components (CycloneDX), and the changes of the version.
 * Throws `Error` on another platform, or if the changelog has no section for the version.
 */
export const stageRelease = (folder: string, { version, commit }: Omit<Release, 'platform'>): void => {
  const platform = `${process.platform}-${process.arch}`
  if (platform !== RELEASE_PLATFORM)
    throw new Error(`A release is made on ${RELEASE_PLATFORM}; this is ${platform}`)
  const changes = changelogSection(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'), version)
  mkdirSync(folder, { recursive: true })
  for (const path of CONTENT)
    cpSync(join(projectRoot, path), join(folder, path), {
      recursive: true,
      filter: from => !LEFT_OUT.test(from.slice(projectRoot.length + 1)),
    })
  writeFileSync(join(folder, 'Containerfile'), containerfileOfRelease())
  const sbom = ['tools/sbom.ts', '--installed', join(folder, 'sbom.json')]
  execFileSync(process.execPath, sbom, { cwd: projectRoot, stdio: ['ignore', 2, 2] })
  installPackages(folder)
  writeFileSync(join(folder, 'CHANGES.md'), changes)
  const release: Release = { version, commit, platform }
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
}
