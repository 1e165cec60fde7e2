import { createMarket, addRoundToMarket } from './create-market.ts'
import { setDeposit } from './set-deposit.ts'
import { setIssueAhead } from './set-issue-ahead.ts'
import { setLatePayment } from './set-late-payment.ts'
import { setPaymentSchedule } from './set-payment-schedule.ts'
import { setPlacePrecision, setMatchPublication } from './set-publishing.ts'
import { setSeller } from './set-seller.ts'

/** Actions on a market, in menu order. */
export const marketActions = [
  addRoundToMarket,
  setPlacePrecision,
  setIssueAhead,
  setMatchPublication,
  setPaymentSchedule,
  setLatePayment,
  setDeposit,
  setSeller,
]

/** Actions on the list of markets. */
export const marketListActions = [createMarket]
