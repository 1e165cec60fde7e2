import { BRAND_ID } from '#domain/people/brand'
import { NOUNS } from '#contract/nouns/nouns'
import { useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { SubjectActivity } from './shared/about.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

const Swatch = ({ colour }: { colour: string }) => (
  <span className="row">
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="4" fill={colour} />
    </svg>
    {colour}
  </span>
)

/** Brand and operator of the market, with the actions that change them. */
export const BrandPage = () => (
  <PageBoundary query={useResource(NOUNS.brand, BRAND_ID)} title="Brand">
    {data => (
      <Page
        title="Brand"
        subject={data}
        crumbs={[{ name: 'Settings', to: '/settings' }, { name: 'Brand' }]}
        subtitle="Shown on every page, email and document"
        actions={<ActionBar actions={data.actions} />}
      >
        <KeyValues
          facts={[
            ['Name', data.name],
            ['Tagline', data.tagline],
            ['Contact address', data.contact],
            ['Legal name', data.legalName ?? 'Same as the name'],
            ['Year of the copyright line', String(data.year)],
            ['Accent colour of the light theme', <Swatch key="light" colour={data.accentLight} />],
            ['Accent colour of the dark theme', <Swatch key="dark" colour={data.accentDark} />],
            ['Logo', data.hasLogo ? 'Your own logo' : 'Two leaves (default)'],
          ]}
        />
        <Section heading="Activity">
          <SubjectActivity kind={data.kind} id={data.id} />
        </Section>
      </Page>
    )}
  </PageBoundary>
)
