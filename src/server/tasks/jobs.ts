import { addLogParts } from './add-log-parts.ts'
import { certifyWhatIsLeft } from './certify-what-is-left.ts'
import { checkCounts } from './check-counts.ts'
import { checkCertifiedLand } from './check-land.ts'
import { emptyMailbox } from './empty-mailbox.ts'
import { endLeftBehind } from './end-what-is-left.ts'
import { forgetExpired } from './forget-expired.ts'
import {
  remindClosing,
  remindCompliance,
  remindLateCompliance,
  remindRedemption,
  remindRegistration,
} from './remind.ts'
import { sendDigests } from './send-digests.ts'
import { remindChecks } from './remind-checks.ts'
import { retireEnded } from './retire-ended.ts'
import { lapseProposals } from './lapse-proposals.ts'
import type { Job } from './schedule.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { remindKeys } from './remind-keys.ts'
import { verifyTheMarket } from './verify-market.ts'

/** Everything that time brings about, in the order in which it is done. */
export const JOBS: readonly Job[] = [
  lapseProposals,
  endLeftBehind,
  retireEnded,
  certifyWhatIsLeft,
  remindRegistration,
  remindRedemption,
  remindCompliance,
  remindLateCompliance,
  remindClosing,
  sendDigests,
  remindKeys,
  remindChecks,
  sweepUploads,
  forgetExpired,
  checkCounts,
  checkCertifiedLand,
  emptyMailbox,
  addLogParts,
  verifyTheMarket,
]
