import { useQuery } from '@tanstack/react-query'
import { BOUNDARIES, type BoundarySet } from '#domain/map/boundaries'
import { runInWorker } from './ask-worker.ts'

// Built-in outlines never change; uploaded ones may be corrected meanwhile.
const staleTimeOf = (set: BoundarySet): number => (BOUNDARIES[set].attribution === '' ? 60_000 : Infinity)

/** Outlines of a set, fetched when first needed and cached from then on. */
export const useOutlines = (set: BoundarySet, isWanted: boolean) =>
  useQuery({
    queryKey: ['outlines', set],
    queryFn: () => runInWorker({ outlines: BOUNDARIES[set].path }),
    enabled: isWanted,
    retry: false,
    staleTime: staleTimeOf(set),
    gcTime: Infinity,
  })

/** The areas of a set, each with its own shape. */
export const useAreaShapes = (set: BoundarySet) =>
  useQuery({
    queryKey: ['area shapes', set],
    queryFn: () => runInWorker({ areas: BOUNDARIES[set].path }),
    retry: false,
    staleTime: staleTimeOf(set),
    gcTime: Infinity,
  })
