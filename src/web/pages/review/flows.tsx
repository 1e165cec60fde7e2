import { useState } from 'react'
import { CREDIT_TYPES, CREDIT_TYPE_LABELS, type CreditType } from '#domain/credit-type'
import type { ReviewFlow } from '#contract/match'
import { CREDIT_CLASS, periodText } from '../../charts/figures.ts'
import { FlowChart } from '../../charts/flow-chart.tsx'
import { flowsIn, periodsOf } from '../../charts/flow-layout.ts'
import { PeriodChooser } from '../../charts/period-chooser.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Choice } from './choice.tsx'
import { FlowTable } from './flow-table.tsx'

const pageOf = (side: 'project' | 'requirement', id: string): string =>
  side === 'project' ? `/projects/${id}` : `/credit-requirements/${id}`

/** Which project serves which requirement, period by period, for one credit type at a time. */
export const Flows = ({ flows }: { flows: readonly ReviewFlow[] }) => {
  const types = CREDIT_TYPES.filter(type => flows.some(flow => flow.creditType === type))
  const [chosenType, chooseType] = useState<CreditType | null>(null)
  const [chosenPeriod, choosePeriod] = useState<number | null>(null)
  const [view, chooseView] = useState<'drawn' | 'table'>('drawn')
  const type = chosenType ?? types[0]
  if (!type)
    return <EmptyState title="Nothing flows">No project and no requirement won in this match.</EmptyState>
  const own = flows.filter(flow => flow.creditType === type)
  const periods = periodsOf(own)
  const index = Math.min(chosenPeriod ?? periods.length - 1, periods.length - 1)
  const period = periods[index]
  if (!period) return null
  const name = CREDIT_TYPE_LABELS[type]
  return (
    <div className="stack">
      <div className="row flow-choices">
        <Choice
          label="Credit type"
          options={types.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] }))}
          chosen={type}
          onChoose={id => {
            chooseType(id)
            choosePeriod(null)
          }}
        />
        <Choice
          label="Show as"
          options={[
            { id: 'drawn', name: 'Drawing' },
            { id: 'table', name: 'Table' },
          ]}
          chosen={view}
          onChoose={chooseView}
        />
      </div>
      <div className={CREDIT_CLASS[type]}>
        <PeriodChooser periods={periods} chosen={index} onChoose={choosePeriod} label="Period" />
      </div>
      {view === 'drawn' ? (
        <FlowChart
          flows={flowsIn(own, period)}
          tone={CREDIT_CLASS[type]}
          label={`${name} from projects to requirements, ${periodText(period.start, period.end)}`}
          linkTo={pageOf}
        />
      ) : (
        <FlowTable flows={flowsIn(own, period)} label={`${name}, ${periodText(period.start, period.end)}`} />
      )}
    </div>
  )
}
