import type { CreditType } from '#domain/credit-type'
import type { Named } from '#contract/values'
import type { ReviewFlow } from '#contract/match'
import { mostUnits, type WirePeriods } from '../../parts/schedule.tsx'

/** Who is on the other side of an item's flows, with how many units from when until when. */
export interface Partner extends Named {
  creditType: CreditType
  unitsPerPeriod: WirePeriods
}

/** The partners of a project or a requirement, greatest first. */
export const partnersOf = (
  flows: readonly ReviewFlow[],
  side: 'project' | 'requirement',
  id: string,
): Partner[] => {
  const other = side === 'project' ? 'requirement' : 'project'
  const partners = new Map<string, Partner & { unitsPerPeriod: ReviewFlow[] }>()
  for (const flow of flows) {
    if (flow[side].id !== id) continue
    const key = `${flow[other].id} ${flow.creditType}`
    const known = partners.get(key)
    if (known) known.unitsPerPeriod.push(flow)
    else partners.set(key, { ...flow[other], creditType: flow.creditType, unitsPerPeriod: [flow] })
  }
  return [...partners.values()].toSorted((a, b) => mostUnits(b.unitsPerPeriod) - mostUnits(a.unitsPerPeriod))
}
