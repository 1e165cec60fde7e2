import { expect, it } from 'vitest'
import { embeddedPostgresSettings } from './postgres-settings.ts'

const GB = 1024 ** 3

it.each([
  { memory: GB / 2, disk: 4 * GB, says: ['64MB', '256MB', '4MB', '16MB', '256MB'] },
  { memory: GB, disk: 20 * GB, says: ['128MB', '512MB', '4MB', '32MB', '1024MB'] },
  { memory: 4 * GB, disk: 60 * GB, says: ['512MB', '2048MB', '8MB', '128MB', '3072MB'] },
  { memory: 64 * GB, disk: 2000 * GB, says: ['8192MB', '32768MB', '16MB', '512MB', '4096MB'] },
])('with $memory bytes of memory the database leaves room for other programs', ({ memory, disk, says }) => {
  const given = embeddedPostgresSettings({ memory, disk })
  expect([
    given.shared_buffers,
    given.effective_cache_size,
    given.work_mem,
    given.maintenance_work_mem,
    given.max_wal_size,
  ]).toEqual(says)
})

it('settings are whole megabytes on any machine', () => {
  for (const size of [1e8, 1_234_567_890, 3.3e9, 7.7e10])
    for (const value of Object.values(embeddedPostgresSettings({ memory: size, disk: size })))
      expect(value).toMatch(/^(?:[1-9]\d*MB|15min|1\.1)$/)
})
