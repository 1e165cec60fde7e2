import type { HomeView } from '#contract/home'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { letterToMarket } from '../../shell/brand.ts'

/** The first page of somebody whose account belongs to no organisation: who can change that. */
export const NobodyHome = ({ home }: { home: HomeView }) => (
  <Page title={home.greeting}>
    <EmptyState
      title={home.state}
      button={
        <a className="button button-primary" href={letterToMarket()}>
          Write to the market operator
        </a>
      }
    >
      The market operator puts your account to your organisation. Say for whom you sign in.
    </EmptyState>
  </Page>
)
