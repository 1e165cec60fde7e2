import type { LossReason } from '#domain/match-solution'

/** Why something did not win, in two or three words. */
export const LOSS_REASON_LABELS: Record<LossReason, string> = {
  noCompatibleService: 'No compatible service',
  notEnoughUnits: 'Not enough units',
  notInTime: 'Not in time',
  group: 'Group',
  price: 'Price',
  tie: 'Tie rule',
}
