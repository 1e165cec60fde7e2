import { notifyOfExpiringKeys } from '../auth/keys.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Reminds the owners of API keys that expire soon. */
export const sendKeyExpiryReminders: ScheduledJob = {
  name: 'remind of keys that end',
  run: async ({ runtime }) => ({ told: await notifyOfExpiringKeys(runtime) }),
}
