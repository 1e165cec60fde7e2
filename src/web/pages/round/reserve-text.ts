import type { ReserveAppliesTo } from '#domain/round'
import { labelOf } from '../../parts/label-of.ts'

const APPLIES_TO: Record<ReserveAppliesTo, string> = {
  allDemand: 'all demand: that much more than is needed is matched and kept in reserve',
  ongoingDemand: 'ongoing demand: that much more than is needed for ever is matched and kept in reserve',
  supply: 'supply: that part of every matched project is kept in reserve',
}

/** The credit reserve of a round in a sentence. */
export const reserveText = (percentage: number | null, appliesTo: string | null): string =>
  percentage === null || appliesTo === null
    ? 'There is no reserve.'
    : `A reserve of ${percentage}% applies to ${labelOf(APPLIES_TO, appliesTo)}.`
