/** A bid that lacks its deposit, with its owner. */
export interface BidWithoutDeposit {
  id: string
  name: string
  owner: string
}

/** Says that a bid will take no part in a match. */
export const bidWithoutDepositText = ({ name, owner }: BidWithoutDeposit): string =>
  `The bid of ${owner} for ${name} does not count, because its deposit has not been received in full`

/** Warning about bids whose deposit has not been received in full. */
export const missingDepositsWarning = (count: number): string =>
  count === 1
    ? '1 bid does not count, because its deposit has not been received in full. Upload the statements of your bank first'
    : `${count} bids do not count, because their deposits have not been received in full. Upload the statements of your bank first`

/** Says that a match has no bids, because every deposit is missing. */
export const EVERY_DEPOSIT_MISSING =
  'There is nothing to match, because no deposit has been received in full. Upload the statements of your bank first, or open the round for bids again'

/** Says that a winner of a match that waits for review has no deposit any more. */
export const winnerWithoutDepositText = ({ name, owner }: BidWithoutDeposit): string =>
  `${owner} wins ${name}, but its deposit is no longer held in full: the bank returned the payment, or its booking was taken back. To leave this bid out, reject the match and match again. If you accept, the bid wins without that deposit`

/** Warning about winners of a match that waits for review and that have no deposit any more. */
export const winnersWithoutDepositWarning = (count: number): string =>
  count === 1
    ? '1 winner no longer has its deposit. To leave its bid out, reject the match and match again'
    : `${count} winners no longer have their deposits. To leave their bids out, reject the match and match again`
