import { Suspense, useMemo } from 'react'
import type { ReviewFlow } from '#contract/match'
import { MOST_ROWS } from '#contract/noun'
import { Loading } from '../../parts/loading.tsx'
import { LaterMap } from '../shared/later-map.ts'

const idsOf = (things: readonly { id: string }[]): string[] =>
  [...new Set(things.map(({ id }) => id))].slice(0, MOST_ROWS)

/** The flows of one day on a map: from where each project is to where what it serves is built. */
export const FlowMap = ({ flows, label }: { flows: readonly ReviewFlow[]; label: string }) => {
  const drawn = useMemo(
    () =>
      flows.map(({ project, requirement, creditType, units }) => ({
        ...{ from: project.id, to: requirement.id, creditType, units },
      })),
    [flows],
  )
  return (
    <Suspense fallback={<Loading lines={12} what="Loading the map" />}>
      <LaterMap
        label={label}
        projects={{ id: idsOf(flows.map(({ project }) => project)) }}
        requirements={{ id: idsOf(flows.map(({ requirement }) => requirement)) }}
        flows={drawn}
        hasOwnTable
      />
    </Suspense>
  )
}
