import { Suspense } from 'react'
import type { RoundView } from '#contract/round'
import { Loading } from '../../parts/loading.tsx'
import { LaterMap } from '../shared/later-map.ts'

/** Projects and requirements of a round on one map, as far as the reader may see them. */
export const RoundMap = ({ round: { id, name } }: { round: RoundView }) => {
  const asked = { marketRoundId: id }
  return (
    <Suspense fallback={<Loading lines={12} what="Loading the map" />}>
      <LaterMap label={`${name} on a map`} projects={asked} requirements={asked} />
    </Suspense>
  )
}
