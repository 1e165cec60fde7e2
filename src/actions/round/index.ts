import { acceptMatch } from './accept-match.ts'
import { addDeclaration } from './add-declaration.ts'
import { approveAllocation } from './approve-allocation.ts'
import { beginMatch } from './begin-match.ts'
import { closeBidsAndOffers } from './close-bids-and-offers.ts'
import { close } from './close.ts'
import { createRound } from './create-round.ts'
import { endWhatIsLeft } from './end-what-is-left.ts'
import { importData } from './import-data.ts'
import { importMatch } from './import-match.ts'
import { match } from './match.ts'
import { matchWithoutWitness } from './match-without-witness.ts'
import { openBidsAndOffers } from './open-bids-and-offers.ts'
import { open } from './open.ts'
import { publishInstance } from './publish-instance.ts'
import { recordBetterMatch } from './record-better-match.ts'
import { recordComparison } from './record-comparison.ts'
import { recordMatch } from './record-match.ts'
import { recordParticipant } from './record-participant.ts'
import { registerAsParticipant } from './register-as-participant.ts'
import { rejectMatch } from './reject-match.ts'
import { removeDeclaration } from './remove-declaration.ts'
import { reviewMatches } from './review-matches.ts'
import { setBiddingTimes } from './set-bidding-times.ts'
import { setRegistrationDates } from './set-registration-dates.ts'
import { setReserveInfo } from './set-reserve-info.ts'
import { update } from './update.ts'

/** What can be done with a market round, in menu order. */
export const roundActions = [
  update,
  setRegistrationDates,
  setBiddingTimes,
  addDeclaration,
  removeDeclaration,
  setReserveInfo,
  importData,
  recordParticipant,
  registerAsParticipant,
  open,
  close,
  openBidsAndOffers,
  closeBidsAndOffers,
  match,
  matchWithoutWitness,
  beginMatch,
  recordMatch,
  importMatch,
  recordComparison,
  reviewMatches,
  acceptMatch,
  approveAllocation,
  publishInstance,
  recordBetterMatch,
  rejectMatch,
  endWhatIsLeft,
]

/** What can be done with the list of rounds. */
export const roundsActions = [createRound]
