import type { RoundStatus } from '#domain/round'

const BEFORE_CLOSING: readonly RoundStatus[] = ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers']

/** Bids and offers may still change, and nobody but their owner learns them. */
export const isBeforeClosing = ({ status }: { status: RoundStatus }): boolean =>
  BEFORE_CLOSING.includes(status)
