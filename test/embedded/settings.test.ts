import { totalmem } from 'node:os'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startEmbeddedDatabase } from '#server/embedded/embedded'
import { embeddedPostgresSettings } from '#server/embedded/postgres-settings'
import { anInstallation } from './installation.ts'

it('a data folder from before the update starts with settings that fit the machine', async () => {
  const { data } = anInstallation()
  const { connection, stop } = await startEmbeddedDatabase({ dataDir: data })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; mb: string }>(
      `select name, pg_size_bytes(current_setting(name)) / 1048576 || 'MB' as mb from pg_settings
        where name = any($1) and source = 'command line'`,
      [['shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem']],
    )
    const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
    const { shared_buffers, effective_cache_size, work_mem, maintenance_work_mem } = embeddedPostgresSettings(
      {
        memory,
        disk: 0,
      },
    )
    expect(Object.fromEntries(rows.map(({ name, mb }) => [name, mb]))).toEqual({
      shared_buffers,
      effective_cache_size,
      work_mem,
      maintenance_work_mem,
    })
  } finally {
    await client.end()
    await stop()
  }
})
