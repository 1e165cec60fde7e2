import { freeSpace } from '../store/free-space.ts'
import { gauge, type Measure } from './measure.ts'

/** What is left of the disk with the data folder. */
export const measureDisk: Measure = (registry, { config }) =>
  gauge(registry, { name: 'market_data_free_bytes', help: 'Free space for the folder DATA_DIR' }, () =>
    freeSpace(config.dataDir),
  )
