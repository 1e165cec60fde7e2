import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeAllEndpoints } from '#contract/openapi/all-endpoints'
import type { OpenApiDocument } from '#contract/openapi/openapi'
import { projectRoot } from '#server/process/places'
import { compareInterfaces, type InterfaceChanges } from './compare.ts'
import { type InterfaceSummary, summariseInterface } from './summary.ts'

/** The interface of the last release, and what each release before it added to the one before. */
export interface ReleasedInterface extends InterfaceSummary {
  version: string
  earlier: readonly { version: string; additions: readonly string[] }[]
}

/** Path of the file with the interface of the last release. */
export const RELEASED_INTERFACE = 'tools/interface/released.json'

/** Reads the interface of the last release. */
export const readReleasedInterface = (): ReleasedInterface =>
  JSON.parse(readFileSync(join(projectRoot, RELEASED_INTERFACE), 'utf8')) as ReleasedInterface

/** Summary of the interface as the sources define it. */
export const presentInterface = (): InterfaceSummary =>
  summariseInterface(JSON.parse(JSON.stringify(describeAllEndpoints())) as OpenApiDocument)

/** Changes since the last release. */
export const changesSinceRelease = (): InterfaceChanges =>
  compareInterfaces(readReleasedInterface(), presentInterface())

/** Writes an interface with one line for each operation and schema, so that a comparison of texts can be read. */
export const printReleasedInterface = ({
  version,
  earlier,
  operations,
  webhooks,
  schemas,
}: ReleasedInterface): string => {
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
      .join(',\n')
  return `{"version": ${JSON.stringify(version)}, "earlier": ${JSON.stringify(earlier)},
"webhooks": ${JSON.stringify(webhooks)},
"operations": {
${lines(operations)}
},
"schemas": {
${lines(schemas)}
}}
`
}
