import { DownloadIcon } from '../icons/icons.tsx'
import { useParams, useSearchParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { pageAddress } from '#contract/nouns/nouns'
import { readResult, resultPageAddress, type ResultView, type StatementFormat } from '#contract/round/result'
import { calculatePaymentSteps, listProceedsRecipients } from '#domain/match/result-words'
import { useAnswer } from '../api/api.ts'
import { PaymentStepsChart } from '../charts/payment-steps.tsx'
import { DayText, ShowPence, Money } from '../parts/values/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { OrganisationChooser } from './shared/organisation-chooser.tsx'
import { UnmatchedItems, WonItems } from './result/items.tsx'
import { StepsAfterSettlement } from './result/next-steps.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './result/result.css'
import './item/item.css'
import './shared/pages.css'

const statementOf = ({ round, organisation }: ResultView, format: StatementFormat): string =>
  endpointUrl(readResult, { params: { id: round.id }, query: { organisationId: organisation.id, format } })

const Statement = ({ result }: { result: ResultView }) => (
  <div className="row">
    {(
      [
        ['html', 'Statement'],
        ['csv', 'Statement as CSV'],
      ] as const
    ).map(([format, label]) => (
      <a key={format} className="button button-small" href={statementOf(result, format)} download>
        <DownloadIcon aria-hidden="true" />
        {label}
      </a>
    ))}
  </div>
)

const Way = ({ result }: { result: ResultView }) => {
  const steps = calculatePaymentSteps(result)
  const parts = listProceedsRecipients(result.proceeds, result.isOwn ? 'you' : 'the supplier')
  return (
    <div className="result-way">
      <PaymentStepsChart steps={steps} />
      <div className="stack">
        <table className="sum-table">
          <caption className="sr-only">How the amount is calculated</caption>
          <tbody>
            {steps.map(({ of, label, amount }) => (
              <tr key={label} className={of === 'total' ? 'is-total' : undefined}>
                <th scope="row">{label}</th>
                <td className="is-number">
                  {amount < 0 && '− '}
                  <Money pounds={Math.abs(amount)} />
                </td>
              </tr>
            ))}
            {parts.map(({ label, amount }) => (
              <tr key={label}>
                <th scope="row">Received {label}</th>
                <td className="is-number">
                  <Money pounds={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet small measure">
          No one pays more than they bid, and no one receives less than they asked. The surplus is the winning
          bids less the winning asking prices. The whole surplus goes back to the winners.
          {result.halfWidth > 0 && (
            <>
              {' '}
              This share is within <Money pounds={result.halfWidth} /> of the exact one, 95 times out of 100.
            </>
          )}
        </p>
      </div>
    </div>
  )
}

const Body = ({ result }: { result: ResultView }) => {
  const hasWon = result.items.some(item => item.won)
  return (
    <ShowPence>
      <OrganisationChooser
        organisation={result.organisation}
        organisations={result.organisations}
        addressOf={id => resultPageAddress(result.round.id, id)}
      />
      <div className={hasWon ? 'result-head has-won' : 'result-head'}>
        <p>{result.sentences.join(' ')}</p>
        <p className="quiet">
          {result.settledAt ? (
            <>
              The market operator accepted the match on <DayText day={result.settledAt} />. As at{' '}
              <DayText day={result.on} />.
            </>
          ) : (
            'This is the result if the match is accepted. Only the market operator can see it now.'
          )}
        </p>
        {result.isPublished && (
          <p className="quiet">
            Anyone can check{' '}
            <a href={`/rounds/${encodeURIComponent(result.round.id)}/match`}>the published match</a>, and can
            work out most of the names in it. Your receipt shows which line is yours.
          </p>
        )}
      </div>
      {result.items.length === 0 && (
        <EmptyState title="No offers or bids in the match">
          Only projects with an offer, and requirements with a bid, could win.
        </EmptyState>
      )}
      {hasWon && (
        <>
          <Section heading="How the amount is calculated">
            <Way result={result} />
          </Section>
          <Section heading="What was won">
            <WonItems of="project" result={result} />
            <WonItems of="requirement" result={result} />
          </Section>
        </>
      )}
      {result.items.some(item => !item.won) && (
        <Section heading="What was not matched">
          <UnmatchedItems result={result} />
        </Section>
      )}
      {result.items.some(item => item.steps.length > 0) && result.settledAt && (
        <Section heading="What happens next">
          <StepsAfterSettlement result={result} />
        </Section>
      )}
    </ShowPence>
  )
}

/**
 * Result of a round for one organisation: what it won, what it pays or receives and why, and what happens
 * next.
 */
export const ResultPage = () => {
  const { roundId = '' } = useParams()
  const [search] = useSearchParams()
  const organisationId = search.get('for') ?? undefined
  const query = useAnswer(readResult, { params: { id: roundId }, query: { organisationId } })
  return (
    <PageBoundary query={query} title="Result">
      {result => (
        <Page
          title={result.isOwn ? 'Your result' : `Result of ${result.organisation.name}`}
          crumbs={[
            {
              name: `${result.round.market}, ${result.round.name}`,
              to: pageAddress('round', { marketId: result.round.marketId, id: result.round.id }),
            },
            { name: 'Result' },
          ]}
          subtitle={
            <span>
              {result.round.market}, {result.round.name}
            </span>
          }
          actions={<Statement result={result} />}
        >
          <Body result={result} />
        </Page>
      )}
    </PageBoundary>
  )
}
