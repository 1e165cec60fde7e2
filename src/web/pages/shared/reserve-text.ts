import type { ReserveAppliesTo } from '#domain/round/round'

const SENTENCES: Readonly<Record<string, (percentage: number) => string>> = {
  allDemand: percentage =>
    `A reserve of ${percentage}% applies to all demand: ${percentage}% more than is needed is matched and kept in reserve.`,
  ongoingDemand: percentage =>
    `A reserve of ${percentage}% applies to ongoing demand: ${percentage}% more than is needed permanently is matched and kept in reserve.`,
  supply: percentage =>
    `A reserve of ${percentage}% applies to supply: ${percentage}% of every matched project is kept in reserve.`,
} satisfies Record<ReserveAppliesTo, (percentage: number) => string>

/** Credit reserve of a round in a sentence. */
export const reserveText = (percentage: number | null, appliesTo: string | null): string =>
  percentage === null || appliesTo === null
    ? 'There is no reserve.'
    : (SENTENCES[appliesTo]?.(percentage) ?? `There is a reserve of ${percentage}%.`)
