import { acceptMatch } from './match/accept-match.ts'
import { askOwnersOfHardBids } from './match/ask-owners-of-hard-bids.ts'
import { addDeclaration } from './add-declaration.ts'
import { announcePlan } from './announce-plan.ts'
import { approveAllocation } from './match/approve-allocation.ts'
import { beginMatch } from './match/begin-match.ts'
import { closeBidsAndOffers } from './close-bids-and-offers.ts'
import { closeRegistration, openRegistration } from './open.ts'
import { endUnfinishedItems } from './match/end-what-is-left.ts'
import { createRound } from './create-round.ts'
import { importData } from './import/import-data.ts'
import { importMatch } from './match/import-match.ts'
import { startMatch } from './match/match.ts'
import { matchWithoutWitness } from './match/match-without-witness.ts'
import { openBidsAndOffers } from './open-bids-and-offers.ts'
import { publishInstance, recordBetterMatch } from './match/publish-instance.ts'
import { recordComparison } from './match/record-comparison.ts'
import { recordMatch } from './match/record-match.ts'
import { recordParticipant } from './record-participant.ts'
import { registerAsParticipant } from './register-as-participant.ts'
import { rejectMatch, reviewMatches } from './match/review-matches.ts'
import { removeDeclaration } from './remove-declaration.ts'
import { setBiddingTimes } from './set-bidding-times.ts'
import { setRegistrationDates } from './set-registration-dates.ts'
import { setReserveInfo } from './set-reserve-info.ts'
import { updateRound } from './update.ts'
import { useBestKnownMatch } from './match/use-best-known-match.ts'

/** Actions on a market round, in menu order. */
export const roundActions = [
  updateRound,
  setRegistrationDates,
  announcePlan,
  setBiddingTimes,
  addDeclaration,
  removeDeclaration,
  setReserveInfo,
  importData,
  recordParticipant,
  registerAsParticipant,
  openRegistration,
  closeRegistration,
  openBidsAndOffers,
  closeBidsAndOffers,
  startMatch,
  askOwnersOfHardBids,
  useBestKnownMatch,
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
  endUnfinishedItems,
]

/** Actions on the list of rounds. */
export const roundListActions = [createRound]
