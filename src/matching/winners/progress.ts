import type { Pence } from '#domain/money'

/** How far the engine has come; progress never goes back. */
export interface Progress {
  phase: 'building' | 'solving' | 'pricing' | 'explaining'
  progress: number
  /** Best surplus known, and the most it could still become. */
  surplus: Pence | null
  bound: Pence | null
  gap: number | null
  winners: number | null
}

const SPAN: Readonly<Record<Progress['phase'], readonly [number, number]>> = {
  building: [0, 0.05],
  solving: [0.05, 0.4],
  pricing: [0.4, 0.8],
  explaining: [0.8, 1],
}

/** Smaller steps are not reported: pricing takes very many. */
const WORTH_TELLING = 0.001

/** How far a surplus may be from the best, as a part of the bound; null where that says nothing. */
export const gapOf = (surplus: Pence | null, bound: Pence | null): number | null =>
  surplus === null || bound === null || bound <= 0 ? null : Math.max(0, (bound - surplus) / bound)

/** Tells how far the work has come, phase by phase. */
export const reporter = (onProgress: ((progress: Progress) => void) | undefined) => {
  let last: Progress = {
    phase: 'building',
    progress: 0,
    surplus: null,
    bound: null,
    gap: null,
    winners: null,
  }
  return (
    phase: Progress['phase'],
    done: number,
    known: Partial<Pick<Progress, 'surplus' | 'bound' | 'winners'>> = {},
  ) => {
    const [from, to] = SPAN[phase]
    const progress = Math.max(
      last.progress,
      Math.min(to, from + (to - from) * Math.min(1, Math.max(0, done))),
    )
    const next = { ...last, ...known, phase, progress }
    const news = Object.keys(known).length > 0 || phase !== last.phase || progress === 1
    if (!news && progress - last.progress < WORTH_TELLING) return
    last = { ...next, gap: gapOf(next.surplus, next.bound) }
    onProgress?.(last)
  }
}
