import { useState } from 'react'
import {
  CREDIT_TYPES,
  CREDIT_TYPE_LABELS,
  nameWithUnits,
  UNIT_NAMES,
  type CreditType,
} from '#domain/credit-type'
import { showDay, type Day } from '#domain/dates'
import type { ReviewFlow } from '#contract/match'
import { type ChosenDay, DayChooser } from '../../charts/day-chooser.tsx'
import { CREDIT_CLASS, units } from '../../charts/figures.ts'
import { FlowChart } from '../../charts/flow-chart.tsx'
import { flowsOn } from '../../charts/flow-layout.ts'
import { Choice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FlowMap } from './flow-map.tsx'
import { FlowTable } from './flow-table.tsx'

const pageOf = (side: 'project' | 'requirement', id: string): string =>
  side === 'project' ? `/projects/${id}` : `/credit-requirements/${id}`

const sum = (flows: readonly ReviewFlow[]): number => flows.reduce((all, flow) => all + flow.units, 0)

/** Which project serves which requirement on the chosen day, for one credit type at a time. */
export const Flows = ({
  flows,
  day,
  stops,
}: {
  flows: readonly ReviewFlow[]
  day: ChosenDay
  stops: readonly Day[]
}) => {
  const types = CREDIT_TYPES.filter(type => flows.some(flow => flow.creditType === type))
  const [chosenType, chooseType] = useState<CreditType | null>(null)
  const [view, chooseView] = useState<'drawn' | 'map' | 'table'>('drawn')
  const type = chosenType ?? types[0]
  if (!type)
    return <EmptyState title="Nothing flows">No project and no requirement won in this match.</EmptyState>
  const own = flows.filter(flow => flow.creditType === type)
  const here = flowsOn(own, day.on)
  const label = `${nameWithUnits(type)}, from projects to requirements on ${showDay(day.on)}`
  return (
    <div className="stack">
      <div className="row flow-choices">
        <Choice
          label="Credit type"
          options={types.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] }))}
          chosen={type}
          onChoose={chooseType}
        />
        <Choice
          label="Show as"
          options={[
            { id: 'drawn', name: 'Drawing' },
            { id: 'map', name: 'Map' },
            { id: 'table', name: 'Table' },
          ]}
          chosen={view}
          onChoose={chooseView}
        />
      </div>
      <div className={CREDIT_CLASS[type]}>
        <DayChooser
          day={day}
          stops={stops}
          drawn={stop => sum(flowsOn(own, stop))}
          label="Day of the flows"
          says={`${units(sum(here))} flow`}
        />
      </div>
      <p>
        <span className="num">{units(sum(here))}</span> {UNIT_NAMES[type]} flow on this day.
      </p>
      {here.length === 0 ? null : view === 'drawn' ? (
        <FlowChart flows={here} tone={CREDIT_CLASS[type]} label={label} linkTo={pageOf} />
      ) : (
        <>
          {view === 'map' && <FlowMap flows={here} label={label} />}
          <FlowTable flows={here} label={label} />
        </>
      )}
    </div>
  )
}
