import { type StatusKind, statusCard, statusesOf, statusLabel } from '#contract/nouns/nouns'
import type { StatusOfKind } from '#domain/disclosure/entities'
import type { Step } from './steps.tsx'

/**
 * Steps of a resource in one of its statuses, done and ahead, as its card counts them. If it ended early,
 * only the steps that it took are done.
 */
export const progressSteps = <K extends StatusKind>(
  kind: K,
  status: StatusOfKind<K>,
  endedAs: StatusOfKind<K> | null = null,
): Step[] => {
  const here = statusCard(kind, status)
  const now = here?.step ?? 0
  const reached = endedAs === null ? now - 1 : (statusCard(kind, endedAs)?.step ?? 0)
  const leading = statusesOf(kind).filter(
    ([one, card], at, all) =>
      card.step !== undefined &&
      !card.isAside &&
      all.findIndex(([, other]) => other.step === card.step && !other.isAside) === at &&
      one !== '',
  )
  return leading
    .toSorted(([, one], [, other]) => (one.step ?? 0) - (other.step ?? 0))
    .map(([step, { step: place = 0 }]) => {
      return {
        id: step,
        label: statusLabel(kind, place === now ? status : step),
        state: place === now ? (here?.isSetback ? 'bad' : 'current') : place <= reached ? 'done' : 'ahead',
      }
    })
}
