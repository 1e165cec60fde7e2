import type { ReadinessStep, UnfinishedOrganisation } from '#contract/round/readiness'
import type { RoundPreviewKind } from '#contract/round/round-preview'

/** The missing part of an unfinished project or requirement; follows its name. */
export const LACKS: Readonly<Record<UnfinishedOrganisation['items'][number]['lack'], string>> = {
  draft: 'is a draft',
  offer: 'has no offer yet',
  bid: 'has no bid yet',
}

/** “4 of 6 done”. */
export const doneText = (steps: readonly Pick<ReadinessStep, 'done'>[]): string =>
  `${steps.filter(({ done }) => done).length} of ${steps.length} done`

/** Links to previews of a round. */
export const PREVIEW_LABELS: Readonly<Record<RoundPreviewKind, string>> = {
  page: 'The public page once the round is open',
  openedEmail: 'The email when the round opens',
  plannedEmail: 'The email when the round is announced as planned',
  estimateEmail: 'The email to people who saved an estimate',
}
