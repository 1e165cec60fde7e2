import type { Round } from '#domain/round/round'

/** The gap that a round allows, in percent, and that of its accepted match, as a part of the best possible surplus. */
export const gapsOfRound = ({
  bestKnownGapBasisPoints,
  settledGapMillionths,
}: Pick<Round, 'bestKnownGapBasisPoints' | 'settledGapMillionths'>): {
  bestKnownGapPercent: number | null
  gapPart: number | null
} => ({
  bestKnownGapPercent: bestKnownGapBasisPoints === null ? null : bestKnownGapBasisPoints / 100,
  gapPart: settledGapMillionths === null ? null : settledGapMillionths / 1e6,
})
