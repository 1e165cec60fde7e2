import type { GeoPermissibleObjects } from 'd3-geo'
import { useCallback, useMemo } from 'react'
import type { QueryParameters } from '#contract/kit/endpoint'
import { MAP_ENDPOINTS, type MapMark, type MapMarks } from '#contract/public/map'
import { pageAddress } from '#contract/nouns/nouns'
import { useAnswer } from '../api/api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadingPlaceholder, LoadingError } from '../parts/page/query-boundary.tsx'
import type { MapFlow } from './flows-layer.tsx'
import { MapView } from './map-view.tsx'
import type { MarkAddress } from './marks-layer.tsx'

/** Filters of a list; a map has no order and no pages. */
const narrowing = (asked: QueryParameters = {}): QueryParameters => {
  const { sort: _, cursor: __, limit: ___, ...words } = asked
  return words
}

const NONE: MapMarks = { items: [], total: 0, unplaced: 0 }

const ownPage: MarkAddress = ({ kind, id }: MapMark) => pageAddress(kind, { id })

/** Filters of the records that a map shows, by kind; a kind without filters is not shown. */
export interface PlaceFilters {
  projects?: QueryParameters
  requirements?: QueryParameters
}

/**
 * Map of projects and requirements: loading, an error, a message that nothing has coordinates, or the map.
 */
export const PlacesMap = ({
  projects,
  requirements,
  label,
  pages,
  flows,
  site,
  isSmall,
  hasOwnTable,
}: PlaceFilters & {
  label: string
  /** Address under which each record has a page, if it is not its usual one. */
  pages?: string
  flows?: readonly MapFlow[]
  site?: GeoPermissibleObjects | null
  isSmall?: boolean
  hasOwnTable?: boolean
}) => {
  const asked = [
    useAnswer(MAP_ENDPOINTS.project, projects ? {} : null, narrowing(projects), true),
    useAnswer(MAP_ENDPOINTS.requirement, requirements ? {} : null, narrowing(requirements), true),
  ] as const
  const [{ data: some = NONE }, { data: others = NONE }] = asked
  const marks = useMemo(
    (): MapMarks => ({
      items: [...some.items, ...others.items],
      total: some.total + others.total,
      unplaced: some.unplaced + others.unplaced,
    }),
    [some, others],
  )
  const pageOf = useCallback<MarkAddress>(
    mark => (pages === undefined ? ownPage(mark) : `${pages}/${mark.id}`),
    [pages],
  )
  const wanted = asked.filter((_, at) => [projects, requirements][at])
  const failed = wanted.find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadingError error={failed.error} retry={() => void failed.refetch()} />
  if (wanted.some(({ data }) => !data)) return <LoadingPlaceholder lines={12} what="Loading the map" />
  if (marks.items.length === 0)
    return (
      <EmptyState title={marks.total === 0 ? 'Nothing to show on a map' : 'Nothing here has a known place'}>
        {marks.total === 0
          ? 'There is nothing here, or nothing matches the filters.'
          : 'Projects and credit requirements are on the map once they have a grid reference.'}
      </EmptyState>
    )
  return (
    <MapView
      label={label}
      marks={marks}
      pageOf={pageOf}
      flows={flows}
      site={site}
      isSmall={isSmall}
      hasOwnTable={hasOwnTable}
    />
  )
}
