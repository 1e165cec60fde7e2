import type { Choice } from '#actions/kit/fields'
import { proposePlace } from '#contract/place'
import { NOT_FOR_LEGAL_USE } from '#domain/place/attribution'
import { AREAS_OF_POINT, type PointTyped } from '#domain/place/asked'
import { showLatLong } from '#domain/place/lat-long'
import { useAnswer } from '../api.ts'
import { PlaceWarnings } from '../parts/place-warnings.tsx'
import { focusAnswer } from './focus.ts'

/** What the point that was typed proposes, what it says of the areas that are chosen, and a button that fills in those that are not. */
export const PlaceProposed = ({
  point: { gridReference, coordinates, areas },
  choicesOf,
  hasChanged,
  onUse,
}: {
  point: PointTyped
  /** The choices of a question that is asked. */
  choicesOf: (name: string) => readonly Choice[] | undefined
  /** Is the answer to a question another than the form began with? */
  hasChanged: (name: string) => boolean
  onUse: (answers: Readonly<Record<string, unknown>>) => void
}) => {
  // A grid reference that was changed goes before a point that is as it was stored.
  const isBefore = gridReference !== undefined && hasChanged('gridReference') && !hasChanged('coordinates')
  const { data } = useAnswer(
    proposePlace,
    {
      query: {
        gridReference,
        coordinates: isBefore ? undefined : coordinates,
        lpaId: areas.lpa.chosen,
        ncaId: areas.nca.chosen,
        subcatchmentId: areas.subcatchment.chosen,
      },
    },
    {},
    true,
  )
  if (!data) return null
  const there = [
    ...AREAS_OF_POINT.flatMap(area => data[area]?.name ?? []),
    ...(data.subcatchment ? [] : data.catchments.map(name => `in the nutrient catchment ${name}`)),
  ]
  const toFill = AREAS_OF_POINT.flatMap(area => {
    const [found, { name, chosen }] = [data[area], areas[area]]
    return found && !chosen && choicesOf(name)?.some(({ id }) => id === found.id) ? [{ name, found }] : []
  })
  return (
    <div className="stack-tight" role="status">
      <p className="field-note">
        {data.gridReference} lies at {showLatLong(data)}, in a square of{' '}
        {data.accuracy.toLocaleString('en-GB')} m{there.length > 0 && `: ${there.join(', ')}`}.{' '}
        {NOT_FOR_LEGAL_USE}
      </p>
      <PlaceWarnings warnings={data.warnings} />
      {toFill.length > 0 && (
        <button
          type="button"
          className="button button-small"
          onClick={event => {
            onUse(Object.fromEntries(toFill.map(({ name, found }) => [name, found.id])))
            focusAnswer(event.currentTarget, toFill[0]!.name)
          }}
        >
          Use {toFill.map(({ found }) => found.name).join(', ')}
        </button>
      )}
    </div>
  )
}
