import { Link, useSearchParams } from 'react-router'
import { readCheckWorkbench, type WorkbenchView } from '#contract/project/check-schedule'
import { withQuery } from '#contract/kit/endpoint'
import { NOUNS } from '#contract/nouns/nouns'
import { showDay } from '@credit-market/values/dates'
import { useSteadyAnswer, useUser } from '../api/api.ts'
import { FilterBar } from '../parts/table/filter-bar.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { FilteredBalance } from './shared/balance-head.tsx'
import { MapToggle } from './shared/map-door.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useChosenDate } from './shared/use-day.ts'
import { useFilterChoices } from './shared/list-hooks.ts'
import { useIsOperator } from './shared/use-is-operator.ts'
import { StateCounts, StatusCounts } from './workbench/counts.tsx'
import { CheckTable, EvidenceTable } from './workbench/tables.tsx'
import './shared/pages.css'
import './workbench/workbench.css'

const Overview = ({ data, isOwn }: { data: WorkbenchView; isOwn: boolean }) => (
  <>
    <StateCounts data={data} />
    {data.lpa ? (
      <div className="workbench-columns">
        <StatusCounts
          kind="project"
          heading="Projects"
          counts={data.projects}
          link={isOwn ? withQuery('/projects', { on: data.on }) : `/projects?lpa=${data.lpa.id}`}
        />
        <StatusCounts
          kind="requirement"
          heading="Credit requirements"
          counts={data.requirements}
          link={
            isOwn
              ? withQuery('/credit-requirements', { on: data.on })
              : `/credit-requirements?lpa=${data.lpa.id}`
          }
        />
      </div>
    ) : (
      <p className="quiet">Choose a planning authority to see what is in its area.</p>
    )}
    {data.lpa && (
      <MapToggle
        label={`${data.lpa.name} on a map`}
        projects={{ on: data.on, ...(!isOwn && { lpa: data.lpa.id }) }}
        requirements={{ on: data.on, ...(!isOwn && { lpa: data.lpa.id }) }}
      />
    )}
    {isOwn && (
      <Section
        heading="Credits"
        aside={<Link to={withQuery('/registry/credits', { on: data.on })}>See all</Link>}
      >
        <FilteredBalance noun={NOUNS.credit} />
      </Section>
    )}
  </>
)

const PARTS = [
  ['overview', 'Overview'],
  ['checks', 'Checks and reports'],
  ['evidence', 'Evidence'],
] as const

/**
 * Workbench of a planning authority as at a date; for the market operator that of any authority, or of all.
 */
export const WorkbenchPage = () => {
  const [search] = useSearchParams()
  const day = useChosenDate()
  const isOperator = useIsOperator()
  const own = useUser().data?.organisation
  const lpas = useFilterChoices().lpa
  const choices = isOperator ? lpas : []
  const part = PARTS.find(([id]) => id === search.get('part'))?.[0] ?? 'overview'
  const query = useSteadyAnswer(readCheckWorkbench, {
    query: { on: day.on, ...(isOperator && { lpaId: search.get('lpa') ?? undefined }) },
  })
  const partAt = (id: string) =>
    withQuery('/workbench', {
      ...(id !== 'overview' && { part: id }),
      on: search.get('on'),
      lpa: search.getAll('lpa'),
    })
  return (
    <PageBoundary query={query} title="Workbench">
      {data => (
        <Page
          title={isOperator ? 'Checks and reports' : 'Workbench'}
          subtitle={<span>{data.lpa?.name ?? own?.name}</span>}
        >
          <div className="stack">
            <div className="workbench-head">
              <nav aria-label="Parts of the workbench">
                <ul className="workbench-parts">
                  {PARTS.map(([id, label]) => (
                    <li key={id}>
                      <Link to={partAt(id)} aria-current={id === part ? 'page' : undefined}>
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
              <label className="workbench-day">
                As at
                <input
                  type="date"
                  className="input"
                  value={day.on}
                  onChange={event => event.target.value && day.choose(event.target.value)}
                />
                <span className="sr-only">{showDay(data.on)}</span>
              </label>
            </div>
            {part === 'overview' && choices.length > 0 && <FilterBar filters={choices} />}
            {part === 'overview' && <Overview data={data} isOwn={!isOperator} />}
            {part === 'checks' && <CheckTable lpas={choices} />}
            {part === 'evidence' && <EvidenceTable lpas={choices} />}
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
