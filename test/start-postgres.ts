import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/store/embedded'
import type { Reach } from './postgres.ts'

/** One PostgreSQL for all tests that need one: the embedded one, or the one that DATABASE_URL names. */
export const setup = async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const outside = process.env.DATABASE_URL
  if (outside) {
    const server: Reach = { connectionString: outside }
    provide('postgres', server)
    return undefined
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-test-'))
  const { connection, stop } = await startEmbedded({ dataDir })
  provide('postgres', connection)
  return async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
