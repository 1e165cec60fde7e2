import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { projectRoot } from '#server/process/places'
import { startEmbeddedDatabase } from '#server/embedded/embedded'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: string
  }
}

/** Makes once what every test copies: the small server in one file, and a used data folder. */
export const setup = async ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-prepared-'))
  await build({
    input: join(projectRoot, 'test/embedded/server.ts'),
    platform: 'node',
    external: ['pg-native'],
    output: { file: join(folder, 'server.mjs'), format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  })
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'data') })
  await database.stop()
  provide('prepared', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
