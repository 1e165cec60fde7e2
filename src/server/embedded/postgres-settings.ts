const MB = 1024 ** 2
const GB = 1024 ** 3

/**
 * Resources of the embedded database, in bytes; it uses part of the memory, since the market's server and other
 * programs need some too.
 */
export interface DatabaseResources {
  memory: number
  /** Size of the disk with the data, full or not, so that the settings stay the same. */
  disk: number
}

const between = (least: number, most: number, value: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)))

/**
 * Returns settings of PostgreSQL that fit the machine; all others keep their defaults. The database gets an eighth of
 * the memory, and the system caches its files in what is free. Checkpoints follow time and not each gigabyte, with as
 * much write-ahead log as the disk allows; after a kill, that much is replayed at the next start.
 */
export const embeddedPostgresSettings = ({
  memory,
  disk,
}: DatabaseResources): Readonly<Record<string, string>> => {
  const inMB = (bytes: number): string => `${Math.floor(bytes / MB)}MB`
  return {
    shared_buffers: inMB(between(64 * MB, 8 * GB, memory / 8)),
    effective_cache_size: inMB(memory / 2),
    // For each sort in each statement; a hundred connections may have several.
    work_mem: inMB(between(4 * MB, 16 * MB, memory / 512)),
    maintenance_work_mem: inMB(between(16 * MB, 512 * MB, memory / 32)),
    max_wal_size: inMB(between(256 * MB, 4 * GB, disk / 20)),
    checkpoint_timeout: '15min',
    // No one runs a market on spinning disks; on others, any page costs nearly the same as the next.
    random_page_cost: '1.1',
  }
}
