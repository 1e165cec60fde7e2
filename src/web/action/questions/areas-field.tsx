import { lazy, Suspense, useState } from 'react'
import { readUploadedSets } from '#contract/public/boundaries'
import type { BoundarySet } from '#domain/map/boundaries'
import { useAnswer } from '../../api/api.ts'
import type { FieldProps } from '../../fields/field-props.ts'
import { SelectMultiField } from '../../fields/select-multi-field.tsx'
import { areasMapLabel, CHOOSE_ON_MAP } from './messages.ts'

const AreasMap = lazy(async () => ({ default: (await import('../../map/areas-map.tsx')).AreasMap }))

/** Set of outlines for each kind of area: the uploaded one, or else the one that comes with the product. */
const SETS: Readonly<Record<string, { uploaded?: BoundarySet; builtIn?: BoundarySet }>> = {
  lpa: { builtIn: 'lpas' },
  nca: { uploaded: 'ncas' },
  subcatchment: { uploaded: 'subcatchments', builtIn: 'catchments' },
}

/** Choice of several areas from a list, or by pressing them on a map, which unfolds. */
export const AreasField = (props: FieldProps<string[]>) => {
  const { shape, value, onChange, choices } = props
  const [isOpen, setOpen] = useState(false)
  const { uploaded, builtIn } = SETS[shape.refersTo ?? ''] ?? {}
  const isUploaded = useAnswer(readUploadedSets, {}).data?.items.some(one => one.set === uploaded)
  const set = isUploaded ? uploaded : builtIn
  const chosen = value ?? []
  const toggle = (id: string) => {
    const ids = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id]
    onChange(choices.map(one => one.id).filter(one => ids.includes(one)))
  }
  return (
    <>
      <SelectMultiField {...props} />
      {set && choices.length > 0 && (
        <details onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{CHOOSE_ON_MAP}</summary>
          {isOpen && (
            <Suspense>
              <AreasMap set={set} label={areasMapLabel(shape.label)} chosen={chosen} onToggle={toggle} />
            </Suspense>
          )}
        </details>
      )}
    </>
  )
}
