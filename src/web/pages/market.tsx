import { useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import { MATCH_PUBLICATION_POLICY_LABELS, ISSUE_AHEAD_POLICY_LABELS } from '#domain/round/market'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { depositText } from '#domain/money/deposit'
import { penceOf } from '@credit-market/values/money'
import { latePaymentText } from '#domain/money/late-payment'
import { paymentScheduleText } from '#domain/money/payment-schedule'
import { SELLER_LABELS, VAT_TREATMENT_LABELS } from '#domain/money/vat'
import { NOUNS } from '#contract/nouns/nouns'
import { useResource } from '../api/api.ts'
import { ActionBar, EmptyStateAction } from '../parts/action-bar.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { RoundCard } from './shared/round-card.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import './shared/pages.css'

const CREATE_ROUND = 'CreateRound' satisfies ActionName<'market'>

/** Page of one market: its description and its rounds. */
export const MarketPage = () => {
  const { marketId } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.market, marketId)} title="Market">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[{ name: 'Markets', to: '/markets' }, { name: data.name }]}
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          {data.description && <p className="prose">{data.description}</p>}
          <KeyValues
            facts={[
              [
                'What everyone can see of a location (its owner can show more)',
                PLACE_PRECISION_LABELS[data.placePrecision],
              ],
              ['Credits are issued and redeemed before delivery', ISSUE_AHEAD_POLICY_LABELS[data.issueAhead]],
              ['Units are sold by', SELLER_LABELS[data.sellsAs]],
              ['VAT on units', VAT_TREATMENT_LABELS[data.unitsVat]],
              ['Payments are due', paymentScheduleText(data.paymentSchedule)],
              ['Late payments', latePaymentText(data.latePayment)],
              ['Deposit', depositText(data.deposit === null ? null : penceOf(data.deposit))],
              ['Accepted matches are published', MATCH_PUBLICATION_POLICY_LABELS[data.instances]],
            ]}
          />
          <Section heading="Market rounds">
            {data.rounds.length === 0 ? (
              <EmptyState
                title="No rounds yet"
                button={<EmptyStateAction action={data.actions.find(({ id }) => id === CREATE_ROUND)} />}
              >
                A round is one run of the market, from registration to settlement.
              </EmptyState>
            ) : (
              <ul className="round-list">
                {data.rounds.map(round => (
                  <RoundCard key={round.id} round={round} />
                ))}
              </ul>
            )}
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
