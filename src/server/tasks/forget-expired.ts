import { addMinutes } from '#domain/dates'
import { DEVICE_KEPT_DAYS } from '../auth/devices.ts'
import type { Job } from './schedule.ts'

/** In minutes. */
const DAY = 24 * 60
const ATTEMPTS_KEPT = 90 * DAY
const SIGN_UPS_KEPT = 7 * DAY

/** Forgets what is kept about people no longer than it is of use: old sign-in attempts, sign-ups that were never confirmed, what has expired. */
export const forgetExpired: Job = {
  name: 'forget expired',
  run: async ({ runtime }) => {
    const { db } = runtime.store
    const now = runtime.now()
    await db.deleteFrom('signInAttempt').where('at', '<', addMinutes(now, -ATTEMPTS_KEPT)).execute()
    await db.deleteFrom('signUp').where('createdAt', '<', addMinutes(now, -SIGN_UPS_KEPT)).execute()
    await db.deleteFrom('mailedCode').where('expiresAt', '<', addMinutes(now, -DAY)).execute()
    await db
      .deleteFrom('knownDevice')
      .where('since', '<', addMinutes(now, -DEVICE_KEPT_DAYS * DAY))
      .execute()
    await db.deleteFrom('passkeyChallenge').where('expiresAt', '<', now).execute()
    await db.deleteFrom('session').where('expiresAt', '<', now).execute()
  },
}
