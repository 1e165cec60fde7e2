import { Link, useSearchParams } from 'react-router'
import { readWorkbench, type WorkbenchView } from '#contract/check-schedule'
import { withWords } from '#contract/endpoint'
import { NOUNS } from '#contract/nouns'
import { showDay } from '#domain/dates'
import { useSteadyAnswer, useUser } from '../api.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { BalanceHead } from './shared/balance-head.tsx'
import { MapDoor } from './shared/map-door.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useDay } from './shared/use-day.ts'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import { useIsOperator } from './shared/use-is-operator.ts'
import { StatesOf, StatusesOf } from './workbench/counts.tsx'
import { Checks, Evidence } from './workbench/tables.tsx'
import './shared/pages.css'
import './workbench/workbench.css'

const Overview = ({ data, isOwn }: { data: WorkbenchView; isOwn: boolean }) => (
  <>
    <StatesOf data={data} />
    {data.lpa ? (
      <div className="workbench-columns">
        <StatusesOf
          kind="project"
          heading="Projects"
          counts={data.projects}
          link={isOwn ? withWords('/projects', { on: data.on }) : `/projects?lpa=${data.lpa.id}`}
        />
        <StatusesOf
          kind="requirement"
          heading="Credit requirements"
          counts={data.requirements}
          link={
            isOwn
              ? withWords('/credit-requirements', { on: data.on })
              : `/credit-requirements?lpa=${data.lpa.id}`
          }
        />
      </div>
    ) : (
      <p className="quiet">Choose a planning authority to see what is in its area.</p>
    )}
    {data.lpa && (
      <MapDoor
        label={`${data.lpa.name} on a map`}
        projects={{ on: data.on, ...(!isOwn && { lpa: data.lpa.id }) }}
        requirements={{ on: data.on, ...(!isOwn && { lpa: data.lpa.id }) }}
      />
    )}
    {isOwn && (
      <Section
        heading="Credits"
        aside={<Link to={withWords('/registry/credits', { on: data.on })}>All of them</Link>}
      >
        <BalanceHead noun={NOUNS.credit} />
      </Section>
    )}
  </>
)

const PARTS = [
  ['overview', 'What is there'],
  ['checks', 'Checks and reports'],
  ['evidence', 'Evidence'],
] as const

/** What a planning authority keeps an eye on, as at a day; to the market operator that of any authority, or of all. */
export const WorkbenchPage = () => {
  const [search] = useSearchParams()
  const day = useDay()
  const isOperator = useIsOperator()
  const own = useUser().data?.organisation
  const lpas = useFilterChoices().lpa
  const choices = isOperator ? lpas : []
  const part = PARTS.find(([id]) => id === search.get('part'))?.[0] ?? 'overview'
  const query = useSteadyAnswer(readWorkbench, {
    query: { on: day.on, ...(isOperator && { lpaId: search.get('lpa') ?? undefined }) },
  })
  const partAt = (id: string) =>
    withWords('/workbench', {
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
            {part === 'checks' && <Checks lpas={choices} />}
            {part === 'evidence' && <Evidence lpas={choices} />}
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
