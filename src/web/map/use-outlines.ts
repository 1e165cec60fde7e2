import { useQuery } from '@tanstack/react-query'
import { BOUNDARIES, type BoundarySet } from '#domain/map/boundaries'
import { askWorker } from './ask-worker.ts'

/** The outlines of a set, fetched when first wanted and kept from then on. */
export const useOutlines = (set: BoundarySet, isWanted: boolean) =>
  useQuery({
    queryKey: ['outlines', set],
    queryFn: () => askWorker({ outlines: BOUNDARIES[set].path }),
    enabled: isWanted,
    retry: false,
    // What comes with the product stays as it is; what is uploaded may be corrected meanwhile.
    staleTime: BOUNDARIES[set].attribution === '' ? 60_000 : Infinity,
    gcTime: Infinity,
  })
