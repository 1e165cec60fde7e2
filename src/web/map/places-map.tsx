import type { GeoPermissibleObjects } from 'd3-geo'
import { useCallback, useMemo } from 'react'
import type { Words } from '#contract/endpoint'
import { MAPS, type Mark, type Marks } from '#contract/map'
import { addressOf } from '#contract/nouns'
import { useAnswer } from '../api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import type { MapFlow } from './flows-layer.tsx'
import { MapView } from './map-view.tsx'
import type { PageOf } from './marks-layer.tsx'

/** By what a list is narrowed down; a map has no order and no pages. */
const narrowing = (asked: Words = {}): Words => {
  const { sort: _, cursor: __, limit: ___, ...words } = asked
  return words
}

const NONE: Marks = { items: [], total: 0, unplaced: 0 }

const ownPage: PageOf = ({ kind, id }: Mark) => addressOf(kind, { id })

/** Which things a map shows: for each kind what a list of it is narrowed down by; of a kind without, none. */
export interface PlacesAsked {
  projects?: Words
  requirements?: Words
}

/** The map of projects and requirements: that it comes, what is in the way, that nothing has a place, or where everything is. */
export const PlacesMap = ({
  projects,
  requirements,
  label,
  pages,
  flows,
  site,
  isSmall,
  hasOwnTable,
}: PlacesAsked & {
  label: string
  /** The address under which each thing has a page, where it is not its own. */
  pages?: string
  flows?: readonly MapFlow[]
  site?: GeoPermissibleObjects | null
  isSmall?: boolean
  hasOwnTable?: boolean
}) => {
  const asked = [
    useAnswer(MAPS.project, projects ? {} : null, narrowing(projects), true),
    useAnswer(MAPS.requirement, requirements ? {} : null, narrowing(requirements), true),
  ] as const
  const [{ data: some = NONE }, { data: others = NONE }] = asked
  const marks = useMemo(
    (): Marks => ({
      items: [...some.items, ...others.items],
      total: some.total + others.total,
      unplaced: some.unplaced + others.unplaced,
    }),
    [some, others],
  )
  const pageOf = useCallback<PageOf>(
    mark => (pages === undefined ? ownPage(mark) : `${pages}/${mark.id}`),
    [pages],
  )
  const wanted = asked.filter((_, at) => [projects, requirements][at])
  const failed = wanted.find(({ error, data }) => error && !data)
  if (failed?.error) return <Problem error={failed.error} retry={() => void failed.refetch()} />
  if (wanted.some(({ data }) => !data)) return <Loading lines={12} what="Loading the map" />
  if (marks.items.length === 0)
    return (
      <EmptyState title={marks.total === 0 ? 'Nothing to show on a map' : 'Nothing here has a known place'}>
        {marks.total === 0
          ? 'There is nothing here, or nothing fits the filters.'
          : 'A thing has a place once its grid reference is given.'}
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
