import { availableChoices } from '#actions/kit/judge'
import { proposePlace } from '#contract/place'
import { NOT_FOR_LEGAL_USE } from '#domain/place/attribution'
import { showLatLong } from '#domain/place/lat-long'
import { useAnswer } from '../api.ts'
import { PlaceWarnings } from '../parts/place-warnings.tsx'
import { focusAnswer } from './focus.ts'
import type { FormState } from './use-form.ts'

const AREAS = ['lpa', 'nca', 'subcatchment'] as const

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined

/** What the point that was typed proposes, what it says of the areas that are chosen, and a button that fills in those that are not. */
export const PlaceProposed = ({ form }: { form: FormState }) => {
  const { typed, shown } = form
  const gridReference = textOf(typed.gridReference)
  const coordinates = textOf(typed.coordinates)
  const nameOf = (area: (typeof AREAS)[number]) => (`${area}Id` in form.fields ? `${area}Id` : area)
  const chosen = (area: (typeof AREAS)[number]) => textOf(typed[nameOf(area)])
  const asked = gridReference ?? coordinates
  const { data } = useAnswer(
    proposePlace,
    asked === undefined
      ? null
      : {
          query: {
            gridReference,
            coordinates,
            lpaId: chosen('lpa'),
            ncaId: chosen('nca'),
            subcatchmentId: chosen('subcatchment'),
          },
        },
    {},
    true,
  )
  if (asked === undefined || !data) return null
  const there = [
    ...AREAS.flatMap(area => data[area]?.name ?? []),
    ...(data.subcatchment ? [] : data.catchments.map(name => `in the nutrient catchment ${name}`)),
  ]
  const toFill = AREAS.flatMap(area => {
    const [name, found] = [nameOf(area), data[area]]
    const field = form.fields[name]
    if (!found || !field || !(name in shown) || chosen(area)) return []
    const choices = availableChoices(field, typed, form.facts) ?? []
    return choices.some(({ id }) => id === found.id) ? [{ name, found }] : []
  })
  return (
    <div className="field" role="status">
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
            for (const { name, found } of toFill) form.answer(name, found.id)
            focusAnswer(event.currentTarget, toFill[0]!.name)
          }}
        >
          Use {toFill.map(({ found }) => found.name).join(', ')}
        </button>
      )}
    </div>
  )
}
