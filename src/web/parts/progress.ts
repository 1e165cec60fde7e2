import { type StatusKind, statusCard, statusesOf, statusLabel } from '#contract/nouns'
import type { StatusOf } from '#domain/entities'
import type { Step } from './steps.tsx'

/** The steps of a thing in one of its statuses, done and ahead, as its card counts them; of one that ended early only those that it took are done. */
export const progressOf = <K extends StatusKind>(
  kind: K,
  status: StatusOf<K>,
  endedAs: StatusOf<K> | null = null,
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
