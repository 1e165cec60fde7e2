import type { Choice } from '#actions/kit/fields'
import { proposePlace } from '#contract/subject/place'
import { MAP_DISCLAIMER } from '#domain/place/attribution'
import { POINT_AREA_FIELDS, type TypedPointWithAreas } from '#domain/place/asked'
import { formatLatLong } from '#domain/place/lat-long'
import { useAnswer } from '../../api/api.ts'
import { showNumber } from '../../parts/values/amounts.tsx'
import { PlaceWarnings } from '../../parts/warnings.tsx'
import { focusAnswer } from './focus.ts'

/**
 * Areas proposed from a typed point: how they compare with the chosen ones, and a button that fills in those
 * not chosen.
 */
export const ProposedAreas = ({
  point: { gridReference, coordinates, areas },
  choicesOf,
  hasChanged,
  onUse,
}: {
  point: TypedPointWithAreas
  /** Returns the choices of a visible field. */
  choicesOf: (name: string) => readonly Choice[] | undefined
  /** Returns true if the answer differs from the form's initial answer. */
  hasChanged: (name: string) => boolean
  onUse: (answers: Readonly<Record<string, unknown>>) => void
}) => {
  // A changed grid reference takes precedence over an unchanged stored point.
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
    ...POINT_AREA_FIELDS.flatMap(area => data[area]?.name ?? []),
    ...(data.subcatchment ? [] : data.catchments.map(name => `in the nutrient catchment ${name}`)),
  ]
  const toFill = POINT_AREA_FIELDS.flatMap(area => {
    const [found, { name, chosen }] = [data[area], areas[area]]
    return found && !chosen && choicesOf(name)?.some(({ id }) => id === found.id) ? [{ name, found }] : []
  })
  return (
    <div className="stack-tight" role="status">
      <p className="field-note">
        {data.gridReference} is at {formatLatLong(data)}, in a square of {showNumber(data.accuracy)} m
        {there.length > 0 && `: ${there.join(', ')}`}. {MAP_DISCLAIMER}
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
