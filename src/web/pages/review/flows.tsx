import { useState, useMemo } from 'react'
import { CREDIT_TYPE_LABELS, creditTypeWithUnit, UNIT_NAMES } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { showDay, type Day } from '@credit-market/values/dates'
import type { ReviewFlow } from '#contract/round/match'
import { MAX_PAGE_ROWS } from '#contract/kit/noun'
import { DayChooser, type DateSelection } from '../../charts/day-chooser.tsx'
import { CREDIT_CLASS, formatUnits } from '../../charts/figures.ts'
import { FlowChart } from '../../charts/flow-chart.tsx'
import { flowsOnDate } from '../../charts/flow-layout.ts'
import { SegmentedChoice } from '../../parts/choice.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LazyMap } from '../shared/map-door.tsx'
import { FlowTable } from './flow-table.tsx'

const idsOf = (things: readonly { id: string }[]): string[] =>
  [...new Set(things.map(({ id }) => id))].slice(0, MAX_PAGE_ROWS)

/** Map with the flows of one date, from each project to the developments that it serves. */
const FlowMap = ({ flows, label }: { flows: readonly ReviewFlow[]; label: string }) => {
  const drawn = useMemo(
    () =>
      flows.map(flow => ({
        from: flow.project.id,
        to: flow.requirement.id,
        creditType: flow.creditType,
        units: flow.units,
      })),
    [flows],
  )
  return (
    <LazyMap
      label={label}
      projects={{ id: idsOf(flows.map(({ project }) => project)) }}
      requirements={{ id: idsOf(flows.map(({ requirement }) => requirement)) }}
      flows={drawn}
      hasOwnTable
    />
  )
}

const pageOf = (side: 'project' | 'requirement', id: string): string =>
  side === 'project' ? `/projects/${id}` : `/credit-requirements/${id}`

const sum = (flows: readonly ReviewFlow[]): number => flows.reduce((all, flow) => all + flow.units, 0)

/** Projects and the requirements that they serve on the chosen date, for one credit type at a time. */
export const FlowsSection = ({
  flows,
  day,
  stops,
}: {
  flows: readonly ReviewFlow[]
  day: DateSelection
  stops: readonly Day[]
}) => {
  const types = CREDIT_TYPES.filter(type => flows.some(flow => flow.creditType === type))
  const [chosenType, chooseType] = useState<CreditType | null>(null)
  const [view, chooseView] = useState<'drawn' | 'map' | 'table'>('drawn')
  const type = chosenType ?? types[0]
  if (!type) return <EmptyState title="No flows">No project and no requirement won in this match.</EmptyState>
  const own = flows.filter(flow => flow.creditType === type)
  const here = flowsOnDate(own, day.on)
  const label = `${creditTypeWithUnit(type)}, from projects to requirements on ${showDay(day.on)}`
  return (
    <div className="stack">
      <div className="row flow-choices">
        <SegmentedChoice
          label="Credit type"
          options={types.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] }))}
          chosen={type}
          onChoose={chooseType}
        />
        <SegmentedChoice
          label="Show as"
          options={[
            { id: 'drawn', name: 'Chart' },
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
          drawn={stop => sum(flowsOnDate(own, stop))}
          label="Date of the flows"
          says={`${formatUnits(sum(here))} in total`}
        />
      </div>
      <p>
        <span className="num">{formatUnits(sum(here))}</span> {UNIT_NAMES[type]} in total on this date.
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
