const MB = 1024 ** 2
const GB = 1024 ** 3

/** What the embedded database has to work with, in bytes: of the memory it uses a part, since the market's server and others need theirs. */
export interface Machine {
  memory: number
  /** How large the disk with the data is, full or not, so that the answer stays the same. */
  disk: number
}

const between = (least: number, most: number, value: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)))

/**
 * Settings of PostgreSQL that fit the machine; what is not named here stays as PostgreSQL has it. An eighth of the memory is
 * the database's own, the system keeps the rest of the files in what is free. Checkpoints come with time and not with each
 * gigabyte, for as much of the log as the disk bears; where the database was killed, that much is done again at the start.
 */
export const settingsFor = ({ memory, disk }: Machine): Readonly<Record<string, string>> => {
  const inMB = (bytes: number): string => `${Math.floor(bytes / MB)}MB`
  return {
    shared_buffers: inMB(between(64 * MB, 8 * GB, memory / 8)),
    effective_cache_size: inMB(memory / 2),
    // For each sort of each statement, of which a hundred connections may have several.
    work_mem: inMB(between(4 * MB, 16 * MB, memory / 512)),
    maintenance_work_mem: inMB(between(16 * MB, 512 * MB, memory / 32)),
    max_wal_size: inMB(between(256 * MB, 4 * GB, disk / 20)),
    checkpoint_timeout: '15min',
    // Nobody keeps a market on disks that turn; there, any page costs nearly the same as the next.
    random_page_cost: '1.1',
  }
}
