import { NOUNS } from '#contract/nouns/nouns'
import type { MapMark } from '#contract/public/map'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { PlacePrecision } from '#domain/place/precision'
import { englishListFormat } from '@credit-market/values/formats'
import { CREDIT_CLASS } from '../charts/figures.ts'
import { recordCountText } from '../parts/messages.ts'
import { statusLabel } from '../parts/status-tones.ts'
import { showNumber } from '../parts/values/amounts.tsx'

/** Names of the kinds of marks by themselves. */
export const KIND_NAMES: Record<MapMark['kind'], string> = {
  project: 'Project',
  requirement: 'Credit requirement',
}

/** Precision of a mark's position, in words. */
export const PRECISION_LABELS: Record<PlacePrecision, string> = {
  exact: 'Exact place',
  square: 'Middle of its square',
  catchment: 'Middle of its catchment',
}

/** Text about the precision of a mark's position, as one item in its list of facts. */
const PRECISION_NOTES: Record<PlacePrecision, string> = {
  exact: '',
  square: 'middle of its square',
  catchment: 'middle of its catchment',
}

const list = englishListFormat()

/** Status of a mark's record, in words. */
export const markStatusText = (mark: MapMark): string =>
  mark.kind === 'project' ? statusLabel('project', mark.status) : statusLabel('requirement', mark.status)

/** Credits of a mark's record, in words. */
export const markCreditsText = ({ creditTypes }: MapMark): string =>
  list.format(creditTypes.map(type => CREDIT_TYPE_LABELS[type]))

/** Text alternative of a mark. */
export const markLabel = (mark: MapMark): string =>
  [
    mark.name,
    NOUNS[mark.kind].called[0],
    markStatusText(mark),
    markCreditsText(mark),
    PRECISION_NOTES[mark.precision],
  ]
    .filter(Boolean)
    .join(', ')

/** Counts marks by kind: 3 projects and 2 credit requirements. */
export const markCountText = (marks: readonly MapMark[]): string =>
  list.format(
    (['project', 'requirement'] as const).flatMap(kind => {
      const count = marks.filter(mark => mark.kind === kind).length
      return count === 0 ? [] : recordCountText(count, kind)
    }),
  )

/** Label of a cluster of marks, which zooms in. */
export const clusterLabel = (marks: readonly MapMark[]): string =>
  `${markCountText(marks)} close together: zoom in`

/** Number of marks in view, of those without a known place, and of those listed if that is not all. */
export const marksInViewText = (view: {
  shown: number
  total: number
  unplaced: number
  listed: number
}): string => {
  const { shown, total, unplaced, listed: rows } = view
  return [
    `${showNumber(shown)} of ${showNumber(total)} in view.`,
    ...(unplaced > 0 ? [`${showNumber(unplaced)} without a known place.`] : []),
    ...(rows < shown ? [`The first ${rows} are listed below: zoom in or filter to see the others.`] : []),
  ].join(' ')
}

export const OUTLINES_NOT_LOADED_TEXT =
  'The outlines on the map could not be loaded. The marks are still in the right places.'
export const MAP_NOT_LOADED_TEXT = 'The map could not be loaded'

/** Class with the colour of the marks' credit type; none if there are several types. */
export const markColourClass = (marks: readonly MapMark[]): string => {
  const types = new Set(marks.flatMap(({ creditTypes }) => creditTypes))
  const [only] = types
  return types.size === 1 && only ? CREDIT_CLASS[only] : 'is-several'
}
