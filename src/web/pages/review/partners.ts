import type { CreditType } from '#domain/credit-type'
import type { Named } from '#contract/values'
import type { ReviewFlow } from '#contract/match'

/** Who is on the other side of an item's flows, and with the most units at any one time. */
export interface Partner extends Named {
  units: number
  creditType: CreditType
}

/** The partners of a project or a requirement, greatest first. */
export const partnersOf = (
  flows: readonly ReviewFlow[],
  side: 'project' | 'requirement',
  id: string,
): Partner[] => {
  const other = side === 'project' ? 'requirement' : 'project'
  const days = new Map<string, { partner: Partner; perDay: Map<string, number> }>()
  for (const flow of flows) {
    if (flow[side].id !== id) continue
    const key = `${flow[other].id} ${flow.creditType}`
    const known = days.get(key) ?? {
      partner: { ...flow[other], units: 0, creditType: flow.creditType },
      perDay: new Map<string, number>(),
    }
    known.perDay.set(flow.start, (known.perDay.get(flow.start) ?? 0) + flow.units)
    days.set(key, known)
  }
  return [...days.values()]
    .map(({ partner, perDay }) => ({ ...partner, units: Math.max(...perDay.values()) }))
    .toSorted((a, b) => b.units - a.units)
}
