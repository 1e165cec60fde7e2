import { tellOfEndingKeys } from '../auth/keys.ts'
import type { Job } from './schedule.ts'

/** The owners of API keys that end soon hear of it. */
export const remindKeys: Job = {
  name: 'remind of keys that end',
  run: async ({ runtime }) => ({ told: await tellOfEndingKeys(runtime) }),
}
