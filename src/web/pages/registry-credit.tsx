import { useParams } from 'react-router'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import { type Day, showDay } from '@credit-market/values/dates'
import { BIODIVERSITY_SUPPLY_RULE_LABELS } from '#domain/round/round'
import { NOUNS } from '#contract/nouns/nouns'
import type { CreditHistory } from '#contract/credit/credit'
import { useResource } from '../api/api.ts'
import { CREDIT_CLASS } from '../charts/figures.ts'
import { PeriodBars } from '../charts/period-bars.tsx'
import { DayText, Quantity } from '../parts/values/amounts.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { StepClockLine } from '../parts/step-clock.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { habitatText } from './shared/habitat-text.ts'
import { CertificateList } from './shared/certificate-list.tsx'
import { CreditHolder, SupplyingProject, termText } from './lists/credit-columns.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

interface Held {
  id: string
  start: string
  end: string | null
  units: number
}

const BLOCKS: readonly Column<Held>[] = [
  { id: 'serial', header: 'Serial', main: true, cell: row => <span className="num">{row.id}</span> },
  { id: 'start', header: 'From', cell: row => <DayText day={row.start} /> },
  { id: 'end', header: 'Until', cell: row => (row.end ? <DayText day={row.end} /> : 'For ever') },
  { id: 'units', header: 'Units', numeric: true, cell: row => <Quantity units={row.units} /> },
]

type Entry = CreditHistory['history'][number] & { id: string }

/** Columns for the history of a credit; units are those of one date, whenever the entry was made. */
const lifeOn = (on: Day): readonly Column<Entry>[] => [
  { id: 'title', header: 'What happened', main: true, cell: row => row.title },
  { id: 'at', header: 'When', cell: row => <DayText day={row.at} time /> },
  {
    id: 'units',
    header: `Units on ${showDay(on)}`,
    numeric: true,
    cell: row => <Quantity units={row.units} />,
  },
  {
    id: 'serials',
    header: 'Serials',
    cell: row => (
      <ul className="cell-list small">
        {row.serials.map(serial => (
          <li key={serial} className="num">
            {serial}
          </li>
        ))}
      </ul>
    ),
  },
]

/** Page of one credit of the registry: its units, its holder and its history. */
export const RegistryCreditPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.credit, id)} title="Credit">
      {data => (
        <Page
          title={`Credit ${data.serials[0] ?? ''}`}
          crumbs={
            data.isReserved
              ? [{ name: 'Credit reserve', to: '/registry/reserve' }, { name: data.serials[0] ?? 'Credit' }]
              : [{ name: 'Credits', to: '/registry/credits' }, { name: data.serials[0] ?? 'Credit' }]
          }
          subtitle={<StatusBadge kind="credit" status={data.status} label={data.label} />}
        >
          <StepClockLine clock={data.clock} owner="The buyer" />
          <KeyValues
            facts={[
              ['Credits', creditTypeWithUnit(data.creditType)],
              ['Habitat', habitatText(data) || false],
              ['Project', <SupplyingProject key="project" credit={data} />],
              ['Credit requirement', <CreditHolder key="requirement" credit={data} />],
              ...data.references.map(({ called, reference }) => [called, reference] as const),
              ['Round', data.round.name],
              ['Term', termText(data)],
              [
                'Biodiversity supply counts',
                data.biodiversitySupply
                  ? BIODIVERSITY_SUPPLY_RULE_LABELS[data.biodiversitySupply]
                  : undefined,
              ],
              [`Units on ${showDay(data.on)}`, <Quantity key="units" units={data.units} />],
            ]}
          />
          <Section heading="Units by period">
            <div className={CREDIT_CLASS[data.creditType]}>
              <PeriodBars periods={data.unitsPerPeriod} label="Units by period" on={data.on} />
            </div>
            <RowsTable
              caption="Serials by period"
              columns={BLOCKS}
              rows={data.unitsPerPeriod.map((period, at) => ({
                ...period,
                id: data.serials[at] ?? period.start,
              }))}
            />
          </Section>
          <CertificateList certificates={data.certificates} />
          <Section heading="History">
            <RowsTable
              caption="History of this credit"
              columns={lifeOn(data.on)}
              rows={data.history.map((entry, at) => ({ ...entry, id: String(at) }))}
            />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
