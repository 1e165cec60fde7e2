import type { MapMark } from '#contract/public/map'
import { BOUNDARIES, type BoundarySet } from '#domain/map/boundaries'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { CREDIT_CLASS } from '../charts/figures.ts'
import { MarkShape } from './marks-layer.tsx'
import { KIND_NAMES } from './messages.ts'
import './legend.css'

const Key = ({
  mark,
  children,
}: {
  mark: 'cluster' | { kind: MapMark['kind']; isExact: boolean }
  children: string
}) => (
  <li>
    <svg className="map-key" viewBox="-12 -12 24 24" width={22} height={22} aria-hidden="true">
      {mark === 'cluster' ? (
        <>
          <circle className="mark-cluster" r={11} />
          <text className="mark-count" dy="0.36em">
            5
          </text>
        </>
      ) : (
        <MarkShape {...mark} />
      )}
    </svg>
    {children}
  </li>
)

/** Legend of a map: the meaning of the signs it contains, and the outlines it draws. */
export const MapLegend = ({
  marks,
  sets,
  offered,
  toggle,
  hasFlows,
  hasSite,
}: {
  marks: readonly MapMark[]
  sets: readonly BoundarySet[]
  /** Sets of outlines that can be drawn. */
  offered: readonly BoundarySet[]
  toggle: (set: BoundarySet) => void
  hasFlows: boolean
  hasSite: boolean
}) => {
  const has = (kind: MapMark['kind']) => marks.some(mark => mark.kind === kind)
  const inexact = marks.find(({ precision }) => precision !== 'exact')
  const types = CREDIT_TYPES.filter(type => marks.some(({ creditTypes }) => creditTypes.includes(type)))
  const hasSeveral = types.length > 1
  // A single mark of several types has the colour of none of them.
  const ownColours = hasSeveral && marks.length === 1 ? [] : types
  return (
    <div className="map-legend">
      <ul aria-label="Map legend">
        {has('project') && <Key mark={{ kind: 'project', isExact: true }}>{KIND_NAMES.project}</Key>}
        {has('requirement') && (
          <Key mark={{ kind: 'requirement', isExact: true }}>{KIND_NAMES.requirement}</Key>
        )}
        {inexact && (
          <Key mark={{ kind: inexact.kind, isExact: false }}>
            Hollow mark: the middle of a square or catchment, not the exact place
          </Key>
        )}
        {marks.length > 1 && <Key mark="cluster">Several close together</Key>}
        {ownColours.map(type => (
          <li key={type} className={`legend-box ${CREDIT_CLASS[type]}`}>
            {CREDIT_TYPE_LABELS[type]}
          </li>
        ))}
        {hasSeveral && <li className="legend-box is-several">Credits of several types</li>}
        {hasFlows && (
          <li className="map-flow-key">From project to requirement: a wider line means more units</li>
        )}
        {hasSite && <li className="map-site-key">Site boundary</li>}
      </ul>
      <fieldset className="map-sets">
        <legend>Outlines</legend>
        {offered.map(set => (
          <label key={set} className={`map-set-choice map-${set}`}>
            <input type="checkbox" checked={sets.includes(set)} onChange={() => toggle(set)} />
            {BOUNDARIES[set].label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
