import type { ReadinessStep, UnfinishedOrganisation } from '#contract/round/readiness'

/** What is missing from an unfinished project or requirement; follows its name. */
export const LACKS: Readonly<Record<UnfinishedOrganisation['items'][number]['lack'], string>> = {
  draft: 'is a draft',
  offer: 'has no offer yet',
  bid: 'has no bid yet',
}

/** “4 of 6 done”. */
export const doneText = (steps: readonly Pick<ReadinessStep, 'done'>[]): string =>
  `${steps.filter(({ done }) => done).length} of ${steps.length} done`
