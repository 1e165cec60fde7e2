import { BEFORE_BIDS_CLOSE, type RoundStatus } from '#domain/round'

/** Bids and offers may still change, and nobody but their owner learns them. */
export const isBeforeClosing = ({ status }: { status: RoundStatus }): boolean =>
  BEFORE_BIDS_CLOSE.includes(status)
