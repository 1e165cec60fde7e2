import { Link, useSearchParams } from 'react-router'
import { type Coverage, readCoverage } from '#contract/credit/coverage'
import { withQuery } from '#contract/kit/endpoint'
import { useAnswer } from '../../api/api.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { Page } from '../../parts/page/page.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { Section } from '../../parts/section.tsx'
import { DayText } from '../../parts/values/amounts.tsx'
import { ApplicationField } from '../shared/application-field.tsx'
import { WatchButton } from '../shared/watch-button.tsx'
import '../shared/pages.css'

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', 'Copied')
  } catch {
    toast('error', 'Your browser does not allow copying. Select the paragraph and copy it.')
  }
}

const Answer = ({ one }: { one: Coverage }) => (
  <Section
    heading={<Link to={one.requirement.link}>{one.requirement.name}</Link>}
    aside={<WatchButton kind="requirement" id={one.requirement.id} />}
  >
    <p className="coverage-answer" data-verdict={one.verdict}>
      {one.text}
    </p>
    {one.paragraph !== null && (
      <div className="coverage-paragraph">
        <h3>For the decision notice</h3>
        <blockquote>{one.paragraph}</blockquote>
        <button type="button" className="button" onClick={() => void copy(one.paragraph ?? '')}>
          Copy the paragraph
        </button>
      </div>
    )}
    <KeyValues
      facts={[
        ['Developer', one.buyer],
        ['Market round', one.round],
        [
          'Certificate',
          one.certificate ? (
            <SiteLink key="certificate" to={one.certificate.page}>
              {one.certificate.title} {one.certificate.number}
            </SiteLink>
          ) : (
            'None yet'
          ),
        ],
        ['Issued', one.certificate ? <DayText key="issued" day={one.certificate.madeAt} /> : undefined],
      ]}
    />
  </Section>
)

/** Links to applications: the newest for a reader who has none at hand, or those with a similar reference. */
const Applications = ({ title, references }: { title: string; references: readonly string[] }) => {
  if (references.length === 0) return null
  return (
    <p className="row">
      {title}{' '}
      {references.map(one => (
        <Link key={one} to={withQuery('/coverage', { reference: one })}>
          {one}
        </Link>
      ))}
    </p>
  )
}

const Answers = ({ reference }: { reference: string }) => (
  <QueryBoundary query={useAnswer(readCoverage, { query: { reference } })} lines={5}>
    {({ items, similar, recent }) =>
      reference === '' ? (
        <Applications title="Recent applications:" references={recent} />
      ) : items.length === 0 ? (
        <>
          <Applications title="Did you mean" references={similar} />
          <EmptyState title={`No credit requirement in your area has the reference ${reference}`}>
            Check the reference. If the developer has bought elsewhere, or has not named the application, it
            is not found here. You can{' '}
            <Link to={`/search/${encodeURIComponent(reference)}`}>search for it</Link>.
          </EmptyState>
        </>
      ) : (
        items.map(one => <Answer key={one.requirement.id} one={one} />)
      )
    }
  </QueryBoundary>
)

/** Says whether what an application needs is secured, with a paragraph for the decision notice. */
export const CoveragePage = () => {
  const [search] = useSearchParams()
  const reference = search.get('reference')?.trim() ?? ''
  return (
    <Page
      title={reference === '' ? 'Is an application covered?' : `Application ${reference}`}
      crumbs={[{ name: 'Home', to: '/' }, { name: 'Is an application covered?' }]}
    >
      <div className="stack">
        <ApplicationField key={reference} reference={reference} />
        <Answers reference={reference} />
      </div>
    </Page>
  )
}
