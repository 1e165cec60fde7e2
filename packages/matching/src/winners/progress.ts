import type { Pence } from '@credit-market/values/money'

/** Progress of the engine; it never goes back. */
export interface MatchProgress {
  phase: 'building' | 'solving' | 'pricing' | 'explaining'
  progress: number
  /** Best known surplus, and its upper bound. */
  surplus: Pence | null
  bound: Pence | null
  gap: number | null
  winners: number | null
}

const SPAN: Readonly<Record<MatchProgress['phase'], readonly [number, number]>> = {
  building: [0, 0.05],
  solving: [0.05, 0.4],
  pricing: [0.4, 0.8],
  explaining: [0.8, 1],
}

/** Smallest change of progress that is reported: pricing makes very many smaller ones. */
const WORTH_TELLING = 0.001

/** Relative gap between a surplus and its bound; null if it has no meaning. */
export const relativeBoundGap = (surplus: Pence | null, bound: Pence | null): number | null =>
  surplus === null || bound === null || bound <= 0 ? null : Math.max(0, (bound - surplus) / bound)

/** Reports progress phase by phase. */
export const createProgressReporter = (onProgress: ((progress: MatchProgress) => void) | undefined) => {
  let last: MatchProgress = {
    phase: 'building',
    progress: 0,
    surplus: null,
    bound: null,
    gap: null,
    winners: null,
  }
  return (
    phase: MatchProgress['phase'],
    done: number,
    known: Partial<Pick<MatchProgress, 'surplus' | 'bound' | 'winners'>> = {},
  ) => {
    const [from, to] = SPAN[phase]
    const progress = Math.max(
      last.progress,
      Math.min(to, from + (to - from) * Math.min(1, Math.max(0, done))),
    )
    const next = { ...last, ...known, phase, progress }
    const news = Object.keys(known).length > 0 || phase !== last.phase || progress === 1
    if (!news && progress - last.progress < WORTH_TELLING) return
    last = { ...next, gap: relativeBoundGap(next.surplus, next.bound) }
    onProgress?.(last)
  }
}
