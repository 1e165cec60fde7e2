import { BRAND_ID } from '#domain/brand'
import { NOUNS } from '#contract/nouns'
import { useResource } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { ActivityOf } from './shared/about.tsx'
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

/** Under what name and by whom the market is run, and where that is changed. */
export const BrandPage = () => (
  <PageBoundary query={useResource(NOUNS.brand, BRAND_ID)} title="Brand">
    {data => (
      <Page
        title="Brand"
        subject={data}
        crumbs={[{ name: 'Settings', to: '/settings' }, { name: 'Brand' }]}
        subtitle="What stands on every page, in letters and on documents"
        actions={<ActionBar actions={data.actions} />}
      >
        <KeyValues
          facts={[
            ['Name', data.name],
            ['Tagline', data.tagline],
            ['Contact address', data.contact],
            ['Legal name', data.legalName ?? 'The same as the name'],
            ['Year of the copyright line', String(data.year)],
            ['Accent of the light look', <Swatch key="light" colour={data.accentLight} />],
            ['Accent of the dark look', <Swatch key="dark" colour={data.accentDark} />],
            ['Logo', data.hasLogo ? 'A logo of our own' : 'The mark of two leaves'],
          ]}
        />
        <Section heading="Activity">
          <ActivityOf kind={data.kind} id={data.id} />
        </Section>
      </Page>
    )}
  </PageBoundary>
)
