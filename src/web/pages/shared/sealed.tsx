import { LockIcon } from '../../icons/icons.tsx'
import { ROUND_STATUSES_BEFORE_BIDS_CLOSE, type RoundStatus } from '#domain/round/round'

/** Returns true while bids and offers may still change and only their owners may know them. */
export const areBidsSealed = ({ status }: { status: RoundStatus }): boolean =>
  ROUND_STATUSES_BEFORE_BIDS_CLOSE.includes(status)

/** Placeholder for an amount that exists but that the reader may not know, yet or ever. */
export const SealedAmount = ({
  round,
  short = false,
}: {
  round: { status: RoundStatus }
  short?: boolean
}) => {
  const words = areBidsSealed(round)
    ? 'Sealed until the round closes for bids and offers'
    : 'Only the owner and the market operator can see this'
  return (
    <span className="sealed" title={words}>
      <LockIcon aria-hidden="true" />
      {short ? 'Sealed' : words}
    </span>
  )
}
